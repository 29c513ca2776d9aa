import { french } from './french.ts'

interface Props {
  /** What failed, and why; nothing when it did not. */
  error: { readonly title: string; readonly detail?: string | undefined } | undefined
}

/** Why something could not be done with one row of a list, at that row; read aloud when it appears. */
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
