import { memo } from 'react'
import { useLinkProps, useLocation } from '@tanstack/react-router'
import { Accent } from '#src/ui/brand/Accent.tsx'
import { type Entry, targetOf } from './entries.ts'
import css from './NavEntry.module.css'

/** One entry of the rail or bottom bar, with the accent when it is the current one. Memoized. */
export const NavEntry = memo(function NavEntry(entry: Entry) {
  const { icon: Icon, count = 0 } = entry
  const isAlso = useLocation({ select: ({ pathname }) => entry.also?.test(pathname) ?? false })
  const link = useLinkProps({
    ...targetOf(entry),
    className: css.entry,
    activeOptions: { exact: entry.exact ?? false, includeSearch: false },
  })
  const isCurrent = entry.isBorrowed !== true && (isAlso || link['aria-current'] === 'page')
  return (
    <a {...link} aria-current={isCurrent ? 'page' : undefined}>
      <Accent className={css.mark} />
      <Icon />
      <span>{entry.label}</span>
      {count > 0 && (
        <>
          <span className={css.count} aria-hidden="true">
            {count > 999 ? '999+' : count}
          </span>
          <span className="visually-hidden">, {entry.countLabel}</span>
        </>
      )}
    </a>
  )
})
