import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

declare module '@tanstack/react-router' {
  /** Carried from door to door beside the address, where no log and no history list shows it. */
  interface HistoryState {
    email?: string
  }
}

interface Wish {
  /** Milliseconds once it is true that the person may log in. */
  readonly after: number
  readonly done: boolean
  readonly redirect: string
  /** Put into the form. */
  readonly email?: string
}

/** Opens /login by itself a while after something was done (specification, section 9). */
export function useLoginAfter({ after, done, redirect, email = '' }: Wish): void {
  const router = useRouter()
  useEffect(() => {
    if (!done) return undefined
    const timer = setTimeout(
      () => void router.navigate({ to: '/login', search: { redirect }, state: { email }, replace: true }),
      after,
    )
    return () => clearTimeout(timer)
  }, [done, after, redirect, email, router])
}
