import {
  Injectable,
  Module,
  SetMetadata,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { IsInt, IsString } from 'class-validator';
import { Tool, ToolExecutorModule } from 'nestjs-tool-executor';
import { AuthGuard } from './passport-style.js';

export const Roles = (...roles: string[]) => SetMetadata('roles', roles);

@Injectable()
export class JwtAuthGuard extends AuthGuard('jwt') {}

@Injectable()
export class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const roles = this.reflector.getAllAndOverride<string[] | undefined>('roles', [
      context.getHandler(),
      context.getClass(),
    ]);
    if (roles === undefined) return true;
    const { user } = context.switchToHttp().getRequest<{ user: { roles: string[] } }>();
    return roles.some((role) => user.roles.includes(role));
  }
}

export class RefundArgs {
  @IsString()
  order!: string;

  @IsInt()
  cents!: number;
}

@Injectable()
@UseGuards(JwtAuthGuard, RolesGuard)
export class Refunds {
  @Tool({ description: 'Pays money back' })
  @Roles('admin')
  refund({ order, cents }: RefundArgs) {
    return { order, cents };
  }

  @Tool({ description: 'Lists what was paid back', readOnly: true })
  listRefunds() {
    return [];
  }
}

@Module({ imports: [ToolExecutorModule.forRoot({ allow: ['refund'] })], providers: [Refunds] })
export class AppModule {}
