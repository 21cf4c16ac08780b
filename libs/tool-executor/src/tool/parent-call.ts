/** Where a nested call carries the call that made it. Not exported: nobody else can claim a parent. */
export const PARENT_CALL = Symbol('nestjs-tool-executor.parentCall');
