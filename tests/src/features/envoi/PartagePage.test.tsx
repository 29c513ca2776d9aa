// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useQuery } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { signIn, signOut } from '#src/api/session.ts'
import { PartagePage } from '#src/features/envoi/PartagePage.tsx'
import { picksOf } from '#src/features/envoi/pickStore.ts'
import { queueRuntime } from '#src/pwa/queue/queueRuntime.ts'
import { keepShared } from '#upload-queue/caches/sharedFiles.ts'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { unEvenementOrganisateur } from '../evenement/unEvenementOrganisateur.ts'
import { unToken } from '../../token.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  clearScreen()
  signOut('logout')
  for (const name of await caches.keys()) await caches.delete(name)
})

function Partage({ open }: { open: readonly Evenement[] }) {
  const evenements = useQuery({ queryKey: ['evenements'], queryFn: () => open })
  return <PartagePage evenements={evenements} failed={false} onDone={() => undefined} />
}

test('counts the shared files that cannot be read beside the others', async () => {
  signIn({ token: unToken({ userId: 9005 }), nom: 'Lambert', prenom: 'Zoé' }, false)
  const files = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => new File([name], name, { type: 'image/jpeg' }))
  await keepShared(files, Date.now())
  vi.spyOn(Response.prototype, 'blob').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await showScreen(<Partage open={[]} />)
  await expect.element(page.getByText(/^1\sfichier partagé n'a pas pu être lu\. Partagez-le à nouveau/)).toBeVisible()
  await expect.element(page.getByText(/^2\sfichiers partagés attendent ici/)).toBeVisible()
})

test('keeps a choice that is made while the files sent before are copied, when its sheet is closed', async () => {
  signIn({ token: unToken({ userId: 9005 }), nom: 'Lambert', prenom: 'Zoé' }, false)
  const copied = new Promise<never>(() => {})
  vi.spyOn(queueRuntime, 'enqueueFiles').mockResolvedValue({ copied })
  const photo = (name: string) =>
    new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), name], name, { type: 'image/jpeg' })
  await keepShared([photo('a.jpg')], Date.now())
  await showScreen(<Partage open={[unEvenementOrganisateur({ statut: 'EN_COURS' })]} />)
  await page.getByRole('button', { name: 'Continuer' }).click()
  // Files were shared to the app while the others are copied: the page stays.
  await keepShared([photo('b.jpg')], Date.now())
  await page.getByRole('button', { name: 'Envoyer 1 photo' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Continuer' }).click()
  await page.getByLabelText('Choisir des photos ou des vidéos').upload(photo('c.jpg'))
  await expect.element(page.getByRole('button', { name: 'Envoyer 1 photo' })).toBeVisible()
  await page.getByRole('button', { name: 'Fermer' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(picksOf('partage').map(({ file }) => file.name)).toEqual(['c.jpg'])
})
