import { Children, type ReactNode } from 'react'
import { typographie } from '#domain/texte/typographie.ts'

/** Sets the French no-break spaces in every text child; elements pass through untouched. */
export function french(children: ReactNode): ReactNode {
  if (typeof children === 'string') return typographie(children)
  if (!Array.isArray(children)) return children
  return Children.map(children, (child: ReactNode) => (typeof child === 'string' ? typographie(child) : child))
}
