import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsInt, IsString, Min } from 'class-validator';
import { Describe, Tool, ToolExecutorModule, ToolExecutorService } from 'nestjs-tool-executor';

class FindOrderArgs {
  @IsString()
  @Describe('The number on the invoice')
  number!: string;

  @IsInt()
  @Min(1)
  page = 1;
}

@Injectable()
export class Orders {
  @Tool({ description: 'Finds an order by its number', readOnly: true })
  async findOrder({ number, page }: FindOrderArgs) {
    return { number, page, total: 42 };
  }
}

@Module({ imports: [ToolExecutorModule.forRoot()], providers: [Orders] })
export class AppModule {}

export async function main() {
  const app = await NestFactory.createApplicationContext(AppModule);
  const executor = app.get(ToolExecutorService);
  const found = await executor.execute({ id: 'call_1', name: 'find_order', arguments: '{"number":"A-17"}' });
  const wrong = await executor.execute({ id: 'call_2', name: 'find_order', arguments: '{"nr":"A-17"}' });
  await app.close();
  return { found, wrong };
}
