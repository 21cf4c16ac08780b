import { Injectable } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Min, ValidateNested } from 'class-validator';
import { Describe, NoArguments, Sensitive, Tool, ToolError } from 'nestjs-tool-executor';

class PageArgs {
  @IsInt()
  @Min(1)
  number!: number;
}

class FindOrderArgs {
  @IsString()
  @Describe('The number on the invoice')
  number!: string;

  @IsOptional()
  @ValidateNested()
  @Type(() => PageArgs)
  page?: PageArgs;

  @IsOptional()
  @IsString()
  @Sensitive()
  pin?: string;
}

@Injectable()
export class Orders {
  @Tool({ description: 'Finds an order by its number', readOnly: true })
  findOrder({ number, page }: FindOrderArgs) {
    if (number === 'Z-0') throw new ToolError('there is no order Z-0');
    return { number, page: page?.number ?? 1 };
  }

  @Tool({ description: 'Cancels every order', parameters: NoArguments })
  cancelOrders() {
    return 'cancelled';
  }
}
