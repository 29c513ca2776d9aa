import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { SignOutReason } from '#src/api/session.ts'

declare module '@tanstack/react-router' {
  /** Passed in the history state, not in the URL, so that it is in no log and no browser history. */
  interface HistoryState {
    email?: string
    /** Why the session before has ended. */
    signOutReason?: SignOutReason
  }
}

interface Options {
  /** Delay in milliseconds after `done` becomes true. */
  readonly after: number
  readonly done: boolean
  readonly redirect: string
  /** Prefills the login form. */
  readonly email?: string
}

/** Redirects to /login some time after a success (specification, section 9). */
export function useLoginAfter({ after, done, redirect, email = '' }: Options): void {
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
