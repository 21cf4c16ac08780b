export type * from './tool/tool-call.js';
