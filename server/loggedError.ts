import * as v from 'valibot'

/** What a log says of an error. */
export interface LoggedError {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly code?: string | number
  readonly cause?: LoggedError
  /** The errors of an AggregateError. */
  readonly errors?: readonly LoggedError[]
}

/**
 * The parts of an error that hold no personal value. Other properties may: PostgreSQL's `detail` quotes the row, and the
 * issues of a ValiError hold the whole answer.
 * @param error any thrown value; of one that is no Error, only its type
 */
export function loggedError(error: unknown): LoggedError {
  return logged(error, new Set())
}

/** The same as lines for a terminal. */
export function printedError(error: unknown): string {
  return printed(loggedError(error))
}

function logged(error: unknown, seen: Set<unknown>): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  seen.add(error)
  const { message, stack = '', cause } = error
  const shown = error instanceof v.ValiError ? fieldsOf(error) : message
  const { code, errors } = error as { code?: unknown; errors?: unknown }
  const isKnown = typeof code === 'string' || typeof code === 'number'
  return {
    type: error.constructor.name,
    message: shown,
    // The stack begins with the message.
    stack: stack.replace(message, () => shown),
    ...(isKnown && { code }),
    ...(cause !== undefined && !seen.has(cause) && { cause: logged(cause, seen) }),
    ...(Array.isArray(errors) && { errors: errors.filter((one) => !seen.has(one)).map((one) => logged(one, seen)) }),
  }
}

/** The message of a ValiError has the value that was received. */
function fieldsOf({ issues }: v.ValiError<v.GenericSchema>): string {
  return `invalid: ${issues.map((issue) => v.getDotPath(issue) ?? 'the whole').join(', ')}`
}

function printed({ stack, type, message, code, cause, errors = [] }: LoggedError): string {
  const own = `${stack || `${type}: ${message}`}${code === undefined ? '' : ` (${code})`}`
  return [own, ...[...(cause ? [cause] : []), ...errors].map((one) => `caused by ${printed(one)}`)].join('\n')
}
