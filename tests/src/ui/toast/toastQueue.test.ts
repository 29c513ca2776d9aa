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
const shown = () => queue.shown.get()?.title ?? null

test('closes a toast after exactly 5000 ms', () => {
  queue.show({ type: 'success', title: 'Statut mis à jour' })
  vi.advanceTimersByTime(4950)
  expect(shown()).toBe('Statut mis à jour')
  vi.advanceTimersByTime(50)
  expect(shown()).toBeNull()
})

test('shrinks its progress line every 50 ms', () => {
  queue.show({ type: 'info', title: 'Un' })
  const seen: (number | undefined)[] = []
  queue.shown.subscribe(() => seen.push(queue.shown.get()?.left))
  vi.advanceTimersByTime(49)
  expect(seen).toEqual([])
  vi.advanceTimersByTime(51)
  expect(seen).toEqual([0.99, 0.98])
})

test('shows one toast at a time, the next 100 ms after the last is gone', () => {
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

test('keeps an error until it is closed, then shows the next toast', () => {
  queue.show({ type: 'error', title: 'Erreur de chargement' })
  queue.show({ type: 'success', title: 'Après' })
  vi.advanceTimersByTime(60_000)
  expect(shown()).toBe('Erreur de chargement')
  queue.close()
  vi.advanceTimersByTime(100)
  expect(shown()).toBe('Après')
})

test('shows a toast from the pause after the pause', () => {
  queue.show({ type: 'success', title: 'Un' })
  queue.close()
  queue.show({ type: 'success', title: 'Deux' })
  expect(shown()).toBeNull()
  vi.advanceTimersByTime(100)
  expect(shown()).toBe('Deux')
})

test('withdraws an outdated error, shown or waiting', () => {
  const first = queue.show({ type: 'error', title: 'Un' })
  const second = queue.show({ type: 'error', title: 'Deux' })
  queue.show({ type: 'success', title: 'Trois' })
  queue.withdraw(second)
  queue.withdraw(first)
  expect(shown()).toBeNull()
  vi.advanceTimersByTime(100)
  expect(shown()).toBe('Trois')
})

test('keeps a confirmation until it is answered, and shows other toasts meanwhile', () => {
  queue.show({ type: 'confirmation', title: 'Installer Éclats ?' })
  vi.advanceTimersByTime(60_000)
  expect(queue.shown.get()).toMatchObject({ title: 'Installer Éclats ?', left: 1 })
  queue.show({ type: 'success', title: 'Média supprimé' })
  vi.advanceTimersByTime(100)
  expect(shown()).toBe('Média supprimé')
  vi.advanceTimersByTime(5100)
  expect(shown()).toBe('Installer Éclats ?')
})

test('withdraws an outdated question, also while another toast is shown before it', () => {
  const question = queue.show({ type: 'confirmation', title: 'Installer Éclats ?' })
  queue.show({ type: 'info', title: 'Un' })
  queue.withdraw(question)
  vi.advanceTimersByTime(60_000)
  expect(shown()).toBeNull()
})
