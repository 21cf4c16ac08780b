import {
  HttpException,
  HttpStatus,
  Injectable,
  Module,
  ValidationPipe,
  VersioningType,
  type CanActivate,
  type ExecutionContext,
  type NestApplicationOptions,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { Tool, ToolExecutorModule } from 'nestjs-tool-executor';
import { describeToolExecutorRest, ToolExecutorRestModule } from 'nestjs-tool-executor-rest';
import { SessionGuard, SessionsModule, type User } from './identity-example.js';

class FindOrderArgs {
  @IsString()
  number!: string;
}

@Injectable()
export class Orders {
  @Tool({ description: 'Finds an order by its number', readOnly: true })
  findOrder({ number }: FindOrderArgs) {
    return { number, total: 42 };
  }
}

const CALLS_PER_MINUTE = 60;

@Injectable()
export class CallLimit implements CanActivate {
  private calls = new Map<string, number>();
  private minute = 0;

  canActivate(context: ExecutionContext): boolean {
    const { user } = context.switchToHttp().getRequest<{ user: User }>();
    const minute = Math.floor(Date.now() / 60_000);
    if (minute !== this.minute) this.calls = new Map();
    this.minute = minute;
    const calls = (this.calls.get(user.id) ?? 0) + 1;
    this.calls.set(user.id, calls);
    if (calls > CALLS_PER_MINUTE) throw new HttpException('too many calls', HttpStatus.TOO_MANY_REQUESTS);
    return true;
  }
}

@Module({
  imports: [
    SessionsModule,
    ToolExecutorModule.forRoot(),
    ToolExecutorRestModule.forRoot({
      path: 'llm',
      version: '1',
      imports: [SessionsModule],
      guards: [SessionGuard, CallLimit],
      principal: ({ user }: { user: User }) => user,
    }),
  ],
  providers: [Orders],
})
export class ShopModule {}

export async function createShop(options: NestApplicationOptions = {}) {
  const app = await NestFactory.create(ShopModule, options);
  app.setGlobalPrefix('api').enableVersioning({ type: VersioningType.URI });
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }));
  return app;
}

export function describeShop(app: Awaited<ReturnType<typeof createShop>>) {
  const document = SwaggerModule.createDocument(app, new DocumentBuilder().setTitle('Shop').build());
  return describeToolExecutorRest(document, { path: 'api/v1/llm' });
}
