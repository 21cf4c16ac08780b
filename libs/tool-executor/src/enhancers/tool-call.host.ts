import type { ExecutionContext, Type } from '@nestjs/common';
import type { ToolContext } from '../tool/tool-context.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import type { ToolPrincipal } from '../tool/tool-principal.js';
import type { EnhancedToolCall } from './enhanced-tool-call.js';

/** What there is where Nest has a payload or a response, and a tool has none: frozen, so that nobody mistakes what is put there for kept. */
const NOTHING: object = Object.freeze({});

/** By this symbol, so that two copies of this package know each other's. */
export const ENHANCED_CALL = Symbol.for('nestjs-tool-executor.EnhancedToolCall');

type HttpHost = ReturnType<ExecutionContext['switchToHttp']>;
type RpcHost = ReturnType<ExecutionContext['switchToRpc']>;
type WsHost = ReturnType<ExecutionContext['switchToWs']>;

/**
 * A tool call as Nest's guards, interceptors and filters see it.
 *
 * Whatever they reach by position or by switching is the inbound request or the tool's context,
 * never what a model wrote: a guard that looks for a token in the request must not find one there.
 */
export class ToolCallHost implements ExecutionContext {
  readonly [ENHANCED_CALL]: EnhancedToolCall;

  constructor(
    private readonly type: object,
    private readonly handler: object,
    tool: ToolDefinition,
    private readonly context: ToolContext,
    makeArgs: () => object,
  ) {
    this[ENHANCED_CALL] = new ViewOfCall(tool, context, makeArgs);
  }

  getType<ContextType extends string = string>(): ContextType {
    return 'tool' as ContextType;
  }

  // eslint-disable-next-line typescript/no-explicit-any
  getClass<T = any>(): Type<T> {
    return this.type as Type<T>;
  }

  getHandler(): ReturnType<ExecutionContext['getHandler']> {
    return this.handler as ReturnType<ExecutionContext['getHandler']>;
  }

  // eslint-disable-next-line typescript/no-explicit-any
  getArgs<T extends any[] = any[]>(): T {
    return [this.request(), this.context] as unknown as T;
  }

  // eslint-disable-next-line typescript/no-explicit-any
  getArgByIndex<T = any>(index: number): T {
    return this.getArgs()[index] as T;
  }

  switchToHttp(): HttpHost {
    return {
      getRequest: <T>() => this.request() as T,
      getResponse: <T>() => NOTHING as T,
      getNext: <T>() => NOTHING as T,
    };
  }

  switchToRpc(): RpcHost {
    return { getData: <T>() => NOTHING as T, getContext: <T>() => this.context as T };
  }

  switchToWs(): WsHost {
    return {
      getClient: <T>() => this.request() as T,
      getData: <T>() => NOTHING as T,
      getPattern: () => this.context.tool,
    };
  }

  private request(): object {
    const { request } = this.context;
    return typeof request === 'object' && request !== null ? request : NOTHING;
  }
}

class ViewOfCall implements EnhancedToolCall {
  private made: object | undefined;

  constructor(
    readonly tool: ToolDefinition,
    readonly context: ToolContext,
    private readonly makeArgs: () => object,
  ) {}

  get callId(): string {
    return this.context.callId;
  }
  get principal(): ToolPrincipal | undefined {
    return this.context.principal;
  }
  get args(): object {
    return (this.made ??= this.makeArgs());
  }
}
