export {
  ToolExecutorHealthIndicator,
  type ToolExecutorHealthOptions,
} from './tool-executor.health-indicator.js';
