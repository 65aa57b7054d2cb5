import winston from 'winston';

export type LogFields = Record<string, unknown>;

/** Facts are logged as fields, but nothing secret or personal. Level error means that an operator must act. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** JSON lines on standard error, which leaves standard output for people and scripts. */
export function createLogger(level: LogLevel): Logger {
  return winston.createLogger({
    level: level === 'silent' ? 'error' : level,
    silent: level === 'silent',
    format: winston.format.combine(winston.format.timestamp(), winston.format.json()),
    transports: [new winston.transports.Console({ stderrLevels: ['debug', 'info', 'warn', 'error'] })],
  });
}

/** A type instead of an interface, so that it is assignable to `LogFields`. */
type ErrorFields = { error: string; error_code?: string | undefined; stack?: string | undefined };

/** The loggable facts of an error; its query, parameters and other properties are left out. */
export function describeError(error: unknown): ErrorFields {
  if (!(error instanceof Error)) return { error: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { error: error.message, error_code: code, stack: error.stack };
}

/** Like `describeError`, but without the message, which can quote a provider or payer. */
export function describeWithoutWords(error: unknown): ErrorFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const { error_code } = describeError(error);
  const { message, stack = '' } = error;
  const from = stack.indexOf(message);
  return {
    error: error.name,
    error_code,
    stack: from === -1 ? undefined : stack.slice(from + message.length).trimStart(),
  };
}
