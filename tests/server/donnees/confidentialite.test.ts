import { expect, test } from 'vitest'
import { inactivityDays } from '#server/utilisateur/archive.usecases.ts'
import { sections } from '#src/features/accueil/confidentialite.ts'

test('states on the privacy page when an unused account is archived, and when its media are erased with it', () => {
  const text = sections.flatMap(({ paragraphs }) => paragraphs).join('\n')
  expect(text).toContain(`archivé après ${inactivityDays.archive} jours`)
  expect(text).toContain(`Après ${inactivityDays.erase} jours, il est effacé, et vos médias avec lui`)
  expect(text).not.toContain("restent tant que l'événement existe,")
})
