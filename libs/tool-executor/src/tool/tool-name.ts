/** What every provider accepts as the name of a tool. */
export const TOOL_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
