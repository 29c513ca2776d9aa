import { afterEach, beforeEach, expect, test } from 'vitest'
import { signIn, signOut } from '#src/api/session.ts'
import { picksOf, putPicks } from '#src/features/envoi/pickStore.ts'
import { addPicks } from '#src/features/envoi/usePicks.ts'
import { unToken } from '../../token.ts'

const file = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'a.jpg', { type: 'image/jpeg' })

beforeEach(() => void signIn({ token: unToken({ role: 'PARTICIPANT' }), nom: 'Lambert', prenom: 'Zoé' }, false))
afterEach(() => {
  putPicks(7, [])
  signOut('logout')
})

test('adds the chosen files, and says how many were already chosen', async () => {
  expect(await addPicks(7, [file])).toBe(0)
  expect(await addPicks(7, [file])).toBe(1)
  expect(picksOf(7).map((pick) => pick.file.name)).toEqual(['a.jpg'])
})

test('keeps nothing for the next person when a person signs out while files are added', async () => {
  const adding = addPicks(7, [file])
  signOut('logout')
  await adding
  expect(picksOf(7)).toEqual([])
})

test('asks before the page is closed while chosen files are not sent, which only the page has', async () => {
  const closes = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(closes()).toBe(true)
  await addPicks(7, [file])
  expect(closes()).toBe(false)
  putPicks(7, [])
  expect(closes()).toBe(true)
  await addPicks(7, [new File([], 'empty.jpg', { type: 'image/jpeg' })])
  expect(closes()).toBe(true)
  putPicks(7, [])
  // The files of the share sheet are stored until they are sent.
  await addPicks('partage', [file])
  expect(closes()).toBe(true)
  putPicks('partage', [])
})
