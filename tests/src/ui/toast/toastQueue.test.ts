import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastQueue } from '#src/ui/toast/toastQueue.ts'

let queue: ToastQueue
beforeEach(() => {
  vi.useFakeTimers()
  queue = new ToastQueue()
})
afterEach(() => {
  vi.useRealTimers()
})
const shown = () => queue.current()?.title ?? null

test('a toast closes by itself after 5000 ms and not a tick earlier', () => {
  queue.show({ type: 'success', title: 'Statut mis à jour' })
  vi.advanceTimersByTime(4950)
  expect(shown()).toBe('Statut mis à jour')
  vi.advanceTimersByTime(50)
  expect(shown()).toBeNull()
})

test('its line shrinks every 50 ms', () => {
  queue.show({ type: 'info', title: 'Un' })
  const seen: (number | undefined)[] = []
  queue.subscribe(() => seen.push(queue.current()?.left))
  vi.advanceTimersByTime(49)
  expect(seen).toEqual([])
  vi.advanceTimersByTime(51)
  expect(seen).toEqual([0.99, 0.98])
})

test('toasts come one at a time, the next one 100 ms after the last is gone', () => {
  queue.show({ type: 'success', title: 'Un' })
  queue.show({ type: 'success', title: 'Deux' })
  expect(shown()).toBe('Un')
  vi.advanceTimersByTime(5000)
  expect(shown()).toBeNull()
  vi.advanceTimersByTime(99)
  expect(shown()).toBeNull()
  vi.advanceTimersByTime(1)
  expect(shown()).toBe('Deux')
})

test('an error stays until it is closed, then the next one comes', () => {
  queue.show({ type: 'error', title: 'Erreur de chargement' })
  queue.show({ type: 'success', title: 'Après' })
  vi.advanceTimersByTime(60_000)
  expect(shown()).toBe('Erreur de chargement')
  queue.close()
  vi.advanceTimersByTime(100)
  expect(shown()).toBe('Après')
})

test('a toast shown in the pause waits for its end', () => {
  queue.show({ type: 'success', title: 'Un' })
  queue.close()
  queue.show({ type: 'success', title: 'Deux' })
  expect(shown()).toBeNull()
  vi.advanceTimersByTime(100)
  expect(shown()).toBe('Deux')
})

test('an error that is no longer true is withdrawn, shown or waiting', () => {
  const first = queue.show({ type: 'error', title: 'Un' })
  const second = queue.show({ type: 'error', title: 'Deux' })
  queue.show({ type: 'success', title: 'Trois' })
  queue.withdraw(second)
  queue.withdraw(first)
  expect(shown()).toBeNull()
  vi.advanceTimersByTime(100)
  expect(shown()).toBe('Trois')
})

test('a confirmation stays until it is answered, and lets pass what is told meanwhile', () => {
  queue.show({ type: 'confirmation', title: 'Installer Éclats ?' })
  vi.advanceTimersByTime(60_000)
  expect(queue.current()).toMatchObject({ title: 'Installer Éclats ?', left: 1 })
  queue.show({ type: 'success', title: 'Média supprimé' })
  vi.advanceTimersByTime(100)
  expect(shown()).toBe('Média supprimé')
  vi.advanceTimersByTime(5100)
  expect(shown()).toBe('Installer Éclats ?')
})

test('a question that is no longer to be asked goes, also while something else passes before it', () => {
  const question = queue.show({ type: 'confirmation', title: 'Installer Éclats ?' })
  queue.show({ type: 'info', title: 'Un' })
  queue.withdraw(question)
  vi.advanceTimersByTime(60_000)
  expect(shown()).toBeNull()
})
