import { lazy, Suspense, type ReactNode } from 'react'
import { loadChunk } from '#src/api/loadChunk.ts'
import { ConsentementGate } from '#src/features/consentement/ConsentementGate.tsx'

// Not in the first page of a guest.
const LogoutControl = lazy(async () => {
  const { LogoutControl: Control } = await loadChunk(() => import('#src/features/navigation/LogoutControl.tsx'))
  return { default: Control }
})

/** A route's content, behind the consent; a person who refuses can leave (product 29). */
export function Consenti({ title, children }: { title: string; children: ReactNode }) {
  const logout = (
    <Suspense>
      <LogoutControl look="quiet" />
    </Suspense>
  )
  return (
    <ConsentementGate title={title} logout={logout}>
      {children}
    </ConsentementGate>
  )
}
