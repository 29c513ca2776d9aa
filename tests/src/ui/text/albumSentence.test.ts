import { expect, test } from 'vitest'
import { dayMs } from '#domain/contract/durations.ts'
import { albumSentence } from '#src/ui/text/albumSentence.ts'

const dateFin = '2026-06-20T21:00:00.000Z'
const album = { dateFin, fuseau: 'Europe/Paris' }
const end = Date.parse(dateFin)

test('says when the album opens, until it is open', () => {
  const apres = { ...album, galeriePour: 'APRES' } as const
  expect(albumSentence(apres, end - 1)).toBe(
    "L'album s'ouvre à 23:00, heure de Paris. D'ici là, vous voyez les vôtres.",
  )
  expect(albumSentence(apres, end - dayMs)).toMatch(/^L'album s'ouvre le sam\. 20 juin à 23:00/)
  expect(albumSentence(apres, end)).toBeNull()
})

test("names the event's zone when the device has another one", () => {
  const apres = { dateFin, fuseau: 'America/New_York', galeriePour: 'APRES' } as const
  expect(albumSentence(apres, end - 1)).toMatch(/à 17:00, heure de New York\. D'ici là/)
})

test('says who sees the photos of an album that never opens, and nothing of an open one', () => {
  expect(albumSentence({ ...album, galeriePour: 'JAMAIS' }, end)).toBe("Seul l'organisateur voit vos photos.")
  expect(albumSentence({ ...album, galeriePour: 'PENDANT' }, end - 1)).toBeNull()
})
