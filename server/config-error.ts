/** A setting that makes no sense; the message is one line that names it. */
export class ConfigError extends Error {}
