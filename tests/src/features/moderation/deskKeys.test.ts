import { expect, test } from 'vitest'
import { deskCommand } from '#src/features/moderation/deskKeys.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false }
const pressed = (key: string, armed = false) => deskCommand({ ...plain, key }, armed)

test.each([
  ['v', 'valider'],
  ['V', 'valider'],
  ['r', 'armer'],
  ['f', 'favori'],
  ['Delete', 'supprimer'],
  ['ArrowRight', 'suivant'],
  ['ArrowLeft', 'precedent'],
  ['Escape', 'quitter'],
])('%s means %s', (key, command) => {
  expect(pressed(key)).toEqual({ do: command })
})

test('a number rejects only after R', () => {
  expect(pressed('3')).toBeNull()
  expect(pressed('3', true)).toEqual({ do: 'rejeter', reason: 3 })
  expect(pressed('0', true)).toBeNull()
})

test('Escape first takes R back, then leaves', () => {
  expect(pressed('Escape', true)).toEqual({ do: 'desarmer' })
})

test('Ctrl+Z and Cmd+Z undo; other shortcuts are left to the browser', () => {
  expect(deskCommand({ ...plain, key: 'z', ctrlKey: true }, false)).toEqual({ do: 'annuler' })
  expect(deskCommand({ ...plain, key: 'z', metaKey: true }, true)).toEqual({ do: 'annuler' })
  expect(deskCommand({ ...plain, key: 'r', ctrlKey: true }, false)).toBeNull()
  expect(deskCommand({ ...plain, key: 'v', metaKey: true }, false)).toBeNull()
  expect(pressed('z')).toBeNull()
})
