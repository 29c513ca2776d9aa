import { Children, type ReactNode } from 'react'
import { typographie } from '#domain/texte/typographie.ts'

/** Inserts the French no-break spaces in every text child; elements are returned unchanged. */
export function french(children: ReactNode): ReactNode {
  if (typeof children === 'string') return typographie(children)
  if (!Array.isArray(children)) return children
  return Children.map(children, (child: ReactNode) => (typeof child === 'string' ? typographie(child) : child))
}
