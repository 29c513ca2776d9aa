// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useQuery } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { signIn, signOut } from '#src/api/session.ts'
import { PartagePage } from '#src/features/envoi/PartagePage.tsx'
import { keepShared } from '#upload-queue/caches/sharedFiles.ts'
import { unToken } from '../../token.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  clearScreen()
  signOut('logout')
  for (const name of await caches.keys()) await caches.delete(name)
})

function Partage() {
  const evenements = useQuery({ queryKey: ['evenements'], queryFn: () => [] })
  return <PartagePage evenements={evenements} failed={false} onDone={() => undefined} />
}

test('counts the shared files that cannot be read beside the others', async () => {
  signIn({ token: unToken({ userId: 9005 }), nom: 'Lambert', prenom: 'Zoé' }, false)
  const files = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => new File([name], name, { type: 'image/jpeg' }))
  await keepShared(files, Date.now())
  vi.spyOn(Response.prototype, 'blob').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await showScreen(<Partage />)
  await expect.element(page.getByText(/^1\sfichier partagé n'a pas pu être lu\. Partagez-le à nouveau/)).toBeVisible()
  await expect.element(page.getByText(/^2\sfichiers partagés attendent ici/)).toBeVisible()
})
