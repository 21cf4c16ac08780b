import type {
  ToolCall,
  ToolDefinition,
  ToolExecutionContext,
  ToolExecutorService,
} from 'nestjs-tool-executor';

/** Stands for whoever talks to a model. */
export interface Model {
  ask(tools: readonly ToolDefinition[]): Promise<readonly ToolCall[]>;
}

export async function turn(executor: ToolExecutorService, model: Model, context: ToolExecutionContext) {
  const tools = await executor.list(context); // name, description, parameters: JSON Schema
  const calls = await model.ask(tools); // id, name, and arguments as the model wrote them
  const results = await executor.executeMany(
    calls.map((call) => ({ call })),
    context,
  );
  return results.map((result, at) => ({
    id: calls[at]!.id,
    isError: !result.success,
    text: result.success ? JSON.stringify(result.output) : result.error,
  }));
}
