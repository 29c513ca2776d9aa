import { french } from './french.ts'

interface Props {
  /** What failed, and why; undefined when nothing did. */
  error: { readonly title: string; readonly detail?: string | undefined } | undefined
}

/** Error of an action on one row of a list, shown at that row and announced when it appears. */
export function RowError({ error }: Props) {
  return (
    <div role="alert">
      {error && (
        <p className="row-error">
          <b>{french(error.title)}</b> {french(error.detail)}
        </p>
      )}
    </div>
  )
}
