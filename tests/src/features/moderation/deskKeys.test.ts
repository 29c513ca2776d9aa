import { expect, test } from 'vitest'
import { deskCommand } from '#src/features/moderation/deskKeys.ts'

const plain = { code: '', repeat: false, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const pressed = (key: string, armed = false) => deskCommand({ ...plain, key }, armed)

test.each([
  ['v', 'validate'],
  ['V', 'validate'],
  ['r', 'armReject'],
  ['f', 'favorite'],
  ['g', 'toggleGrid'],
  ['z', 'toggleZoom'],
  ['Tab', 'togglePanels'],
  ['Delete', 'delete'],
  ['ArrowRight', 'next'],
  ['ArrowLeft', 'previous'],
  ['Escape', 'leave'],
])('maps %s to %s', (key, command) => {
  expect(pressed(key)).toEqual({ do: command })
})

test('rejects by a number only after R', () => {
  expect(pressed('3')).toBeNull()
  expect(pressed('3', true)).toEqual({ do: 'reject', reason: 3 })
  expect(pressed('0', true)).toBeNull()
})

test('reads a digit by key position on a layout with another character there', () => {
  expect(deskCommand({ ...plain, key: '"', code: 'Digit3' }, true)).toEqual({ do: 'reject', reason: 3 })
  expect(deskCommand({ ...plain, key: 'à', code: 'Digit0' }, true)).toBeNull()
  expect(deskCommand({ ...plain, key: '4', code: 'Numpad4' }, true)).toEqual({ do: 'reject', reason: 4 })
})

test('ignores key repeat except for arrows', () => {
  for (const key of ['v', 'r', 'f', 'Delete', 'Escape'])
    expect(deskCommand({ ...plain, key, repeat: true }, false)).toBeNull()
  expect(deskCommand({ ...plain, key: '3', code: 'Digit3', repeat: true }, true)).toBeNull()
  expect(deskCommand({ ...plain, key: 'ArrowRight', repeat: true }, false)).toEqual({ do: 'next' })
})

test('leaves Shift+Tab to the browser', () => {
  expect(deskCommand({ ...plain, key: 'Tab', shiftKey: true }, false)).toBeNull()
})

test('cancels R with Escape first, then leaves', () => {
  expect(pressed('Escape', true)).toEqual({ do: 'disarmReject' })
})

test('undoes with Ctrl+Z and Cmd+Z, and leaves other shortcuts to the browser', () => {
  expect(deskCommand({ ...plain, key: 'z', ctrlKey: true }, false)).toEqual({ do: 'undo' })
  expect(deskCommand({ ...plain, key: 'z', metaKey: true }, true)).toEqual({ do: 'undo' })
  expect(deskCommand({ ...plain, key: 'r', ctrlKey: true }, false)).toBeNull()
  expect(deskCommand({ ...plain, key: 'v', metaKey: true }, false)).toBeNull()
})
