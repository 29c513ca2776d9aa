import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { Button } from '#src/ui/button/Button.tsx'
import { useFocusAdded } from '#src/ui/row/useFocusAdded.ts'
import { ErrorState } from '#src/ui/state/ErrorState.tsx'

interface Props {
  query: UseInfiniteQueryResult
  /** The element whose children are the rows that a new page extends. */
  list: RefObject<HTMLElement | null>
  online: boolean
  /** What the button says. */
  label: string
  errorMessage: string
}

/** The button that loads the next page, or the error of that page. */
export function NextPage({ query, list, online, label, errorMessage }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const notePressed = useFocusAdded(list, { place, isLoading: query.isFetching })
  const load = () => {
    notePressed()
    void query.fetchNextPage()
  }
  return (
    <div ref={place}>
      {query.isFetchNextPageError ? (
        <ErrorState message={errorMessage} onRetry={load} />
      ) : (
        query.hasNextPage && (
          <Button look="quiet" wide busy={query.isFetchingNextPage} disabled={!online} onClick={load}>
            {label}
          </Button>
        )
      )}
    </div>
  )
}
