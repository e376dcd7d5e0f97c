import { OperatorError } from './platform/operator-error.ts'

/** A setting that makes no sense; the message is one line that names it. */
export class ConfigError extends OperatorError {}
