// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { currentSession, signIn, signOut } from '#src/api/session.ts'
import { LeftEntrySheet } from '#src/features/envoi/LeftEntrySheet.tsx'
import { OtherEntries } from '#src/features/lien/OtherEntries.tsx'
import OtherEntriesNotice from '#src/features/lien/OtherEntriesNotice.tsx'
import { useOtherEntries } from '#src/features/lien/useOtherEntries.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { localOwner } from '#upload-queue/engine/owner.ts'
import { FakeHost } from '#tests/upload-queue/support/fakeHost.ts'
import { unEnvoi } from '#tests/support/unEnvoi.ts'
import { enteredGuest, tokenOfGuest } from '../../enteredGuest.ts'

/** The guest of another event, who is signed in. */
const samir = 7501
const marie = 7502
const evenementId = 75
const entry = {
  key: 'key of OtherEntries',
  code: 'Mn9wMn9wMn9wMn9wMn9wMn',
  evenement: { id: evenementId, titre: 'Mariage de Léa', fuseau: 'Europe/Paris' },
  prenom: 'Marie',
  nom: '',
  versionRGPD: '1.0',
  acceptedAt: 0,
  utilisateurId: null,
}
const tokenOfMarie = tokenOfGuest(marie)
const expire = new Date(Date.now() + 3_600_000).toISOString()
/** Requests of the entry and of the grant: path, credentials and authorization. */
let asked: { path: string; credentials: RequestCredentials; authorization: string | null }[]
/** Authorization of each upload request for the event. */
let uploads: (string | null)[]
let host: FakeHost
let entryAnswer: () => Response
const button = (name: string | RegExp) => page.getByRole('button', { name })

/** Not restored between tests: this page sends the photos of other test files too. */
vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
  const request = new Request(input, init)
  const { pathname: path } = new URL(request.url)
  const authorization = request.headers.get('Authorization')
  if (!path.includes(entry.code) && !path.includes(`/evenements/${evenementId}/`)) throw new TypeError('no network')
  if (path.includes('/medias/')) {
    uploads.push(authorization)
    return host.fetch(request)
  }
  asked.push({ path, credentials: request.credentials, authorization })
  return path.endsWith('/invites') ? entryAnswer() : Response.json({ grant: 'grant of Marie', expire }, { status: 201 })
})

beforeEach(async () => {
  asked = []
  uploads = []
  host = new FakeHost()
  entryAnswer = () => enteredGuest(marie, tokenOfMarie)
  vi.spyOn(Storage.prototype, 'getItem').mockReturnValue(null)
  await uploadQueue.saveEntry(entry)
  await uploadQueue.openEntry(entry)
  const file = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 75])], 'party.jpg', { type: 'image/jpeg' })
  const files = [{ file, size: file.size, allegee: false }]
  await (
    await uploadQueue.enqueueFiles({ evenementId, files })
  ).copied
  const token = tokenOfGuest(samir)
  signIn({ token, nom: '', prenom: 'Samir' }, false)
  const fetchGrant = () => Promise.reject(new TypeError('no network'))
  await uploadQueue.openSession({ ownerId: samir, fetchGrant, isAlive: () => true })
})
afterEach(async () => {
  clearScreen()
  await uploadQueue.suspendSession(null)
  await uploadQueue.closeSession({ ownerId: marie, keep: false })
  await uploadQueue.dropEntry(entry.key)
  signOut('logout')
  vi.restoreAllMocks()
})

const sheetOf = (photos: ComponentProps<typeof LeftEntrySheet>) => <LeftEntrySheet {...photos} />

function Envois() {
  return <OtherEntries entries={useOtherEntries(samir)} sheetOf={sheetOf} />
}

test('shows the waiting photos of another entry on every page of the signed-in guest', async () => {
  await showScreen(<OtherEntriesNotice utilisateurId={samir} />)
  await expect.element(page.getByText(/^1.photo de Marie attend pour «.Mariage de Léa.»\.$/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Voir' })).toHaveAttribute('href', '/participant/envois')
})

test('sends the photos with the grant of their guest, and leaves the session of the signed-in guest', async () => {
  await showScreen(<Envois />)
  await button('Envoyer au nom de Marie').click()
  await expect.poll(() => host.received.has('party.jpg')).toBe(true)
  await expect.element(page.getByText(/^1.photo de Marie/)).not.toBeInTheDocument()
  expect(asked).toEqual([
    { path: `/api/liens/${entry.code}/invites`, credentials: 'omit', authorization: null },
    {
      path: expect.stringMatching(/\/75\/upload-grants$/),
      credentials: 'omit',
      authorization: `Bearer ${tokenOfMarie}`,
    },
  ])
  expect(new Set(uploads)).toEqual(new Set(['Bearer grant of Marie']))
  expect(currentSession()?.utilisateur.id).toBe(samir)
  // The key opens the session of Marie after the sign-out of Samir.
  const kept = (await uploadQueue.entries()).filter(({ key }) => key === entry.key)
  expect(kept.map(({ utilisateurId }) => utilisateurId)).toEqual([marie])
})

test('writes "au nom de" before a first name as it is spoken', async () => {
  const other = { entry: { ...entry, prenom: 'Anaïs' }, items: [unEnvoi('queued')], isSending: false }
  await showScreen(<OtherEntries entries={[other]} sheetOf={sheetOf} />)
  await expect.element(button("Envoyer au nom d'Anaïs")).toBeVisible()
})

test('counts the videos of another entry as videos', async () => {
  const items = [unEnvoi('queued'), unEnvoi('queued', { type: 'video/mp4' })]
  await showScreen(<OtherEntries entries={[{ entry, items, isSending: false }]} sheetOf={sheetOf} />)
  await expect
    .element(page.getByText(/^1.photo et 1.vidéo de Marie attendent pour «.Mariage de Léa.»\.$/))
    .toBeVisible()
})

test('waits for the network before it offers to send', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await showScreen(<Envois />)
  await expect.element(page.getByText(/Elle pourra partir au nom de Marie quand le réseau reviendra\.$/)).toBeVisible()
  await expect.element(button('Envoyer au nom de Marie')).toBeDisabled()
})

test('shows the photos while they are sent', async () => {
  const answers = Promise.withResolvers<void>()
  host.gate = answers.promise
  await showScreen(<Envois />)
  await button('Envoyer au nom de Marie').click()
  await expect.element(page.getByText(/L'envoi au nom de Marie est en cours\.$/)).toBeVisible()
  await expect.element(button('Envoyer au nom de Marie')).not.toBeInTheDocument()
  answers.resolve()
  await expect.poll(() => host.received.has('party.jpg')).toBe(true)
})

test('shows why the server refuses, and lets the photos be deleted with their entry', async () => {
  entryAnswer = () => Response.json({ code: 'lien.introuvable', message: "Ce lien n'existe pas." }, { status: 404 })
  await showScreen(<Envois />)
  await button('Envoyer au nom de Marie').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent("Ce lien n'existe pas.")
  expect(await uploadQueue.pendingOf(localOwner(entry.key))).toHaveLength(1)
  await button('Voir').click()
  await expect.element(page.getByText('party.jpg', { exact: true })).toBeVisible()
  await button(/^Supprimer 1.photo$/).click()
  await button('Supprimer').last().click()
  await expect.poll(() => uploadQueue.pendingOf(localOwner(entry.key))).toEqual([])
  expect((await uploadQueue.entries()).filter(({ key }) => key === entry.key)).toEqual([])
  expect(uploads).toEqual([])
})
