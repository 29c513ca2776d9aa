import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/button/Button.tsx'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { EmptyState } from './EmptyState.tsx'

interface Props {
  title: string
  /** What the button says. */
  clear?: string
  onClear: () => void
  children?: ReactNode
}

/**
 * Empty result of a search or a filter, with the button that clears them. When the button goes away, the focus moves to
 * the nearest heading: in the search field it would open a phone's keyboard over the list.
 */
export function NoMatch({ title, clear = 'Effacer les filtres', onClear, children }: Props) {
  return (
    <EmptyState
      title={title}
      icon={<Search />}
      action={
        <Button {...rowAction('effacer')} onClick={onClear}>
          {clear}
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
