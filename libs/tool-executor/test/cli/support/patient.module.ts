import { Injectable, Module } from '@nestjs/common';
import {
  ArrayMaxSize,
  IsArray,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  MaxLength,
} from 'class-validator';
import { Tool } from '../../../src/discovery/tool.decorator.js';
import { Describe } from '../../../src/schema/describe.decorator.js';
import { ToolExecutorModule } from '../../../src/tool-executor.module.js';
import { SharedApprovalStore } from './shared-store.module.js';

class AskArgs {
  @IsString()
  question!: string;

  @IsString({ each: true })
  @IsArray()
  @ArrayMaxSize(5)
  @Describe('What it is about')
  tags!: string[];

  @IsIn(['short', 'long'])
  @Describe('How much to say')
  length!: string;

  @IsEmail()
  @Describe('Where the answer goes')
  to!: string;
}

class FineArgs {
  @IsString()
  @MaxLength(100)
  @Describe('The name of the city')
  city!: string;

  @IsOptional()
  @IsInt()
  @Describe('How many days ahead')
  days?: number;
}

/** Has something of everything that `doctor` looks for. */
@Injectable()
export class Ailing {
  @Tool({ name: 'ask_it', description: 'Asks it.', openWorld: true })
  ask(args: AskArgs): unknown {
    return args;
  }

  @Tool({ name: 'askIt', description: 'Asks it in another way, with nothing to say.', destructive: true })
  askAgain(): void {}
}

@Injectable()
export class Healthy {
  @Tool({
    description: 'Gives the weather of a city\nfor the days to come.',
    readOnly: true,
    openWorld: true,
    timeoutMs: 2_000,
  })
  getWeather(args: FineArgs): unknown {
    return args;
  }
}

@Module({ imports: [ToolExecutorModule.forRoot({ allow: ['ask_it'] })], providers: [Ailing, Healthy] })
export class AilingModule {}

@Module({ imports: [ToolExecutorModule.forRoot()], providers: [Healthy] })
export class HealthyModule {}

@Module({
  imports: [
    ToolExecutorModule.forRoot({
      guards: [{ decide: () => 'allow', isVisible: () => true } as never],
      journal: false,
      approvals: { store: SharedApprovalStore },
    }),
  ],
})
export class BareModule {}

@Injectable()
class Twice {
  @Tool({ name: 'twice', description: 'Is there twice.' })
  one(): void {}

  @Tool({ name: 'twice', description: 'Is there twice.' })
  two(): void {}
}

@Module({ imports: [ToolExecutorModule.forRoot()], providers: [Twice] })
export class BrokenModule {}
