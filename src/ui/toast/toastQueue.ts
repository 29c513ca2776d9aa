import { createStore } from '@tanstack/react-store'

/** Duration of a toast, interval of its progress line, pause before the next toast; milliseconds (section 9). */
export const toastTiming = { life: 5000, tick: 50, gap: 100 } as const

/** It decides the icon, the colour and whether the toast stays; see {@link stays}. */
export type ToastType = 'success' | 'error' | 'warning' | 'info' | 'confirmation'
/** What a caller asks to be shown. */
export interface ToastInput {
  readonly type: ToastType
  readonly title: string
  readonly message?: string | undefined
  /** Milliseconds; errors stay until they are closed, confirmations until they are answered. */
  readonly duration?: number
  /** An action button; it also closes the toast. */
  readonly action?: { readonly label: string; readonly run: () => void }
  /** Called when the person closes it. */
  readonly onDismiss?: () => void
}
/** A toast in the queue or on the screen. */
export interface Toast extends ToastInput {
  readonly id: number
  /** Share of its duration that is left, from 1 to 0; always 1 for a toast without a timeout. */
  readonly left: number
}

/** Shows toasts one at a time (specification, section 4). Uses the page's timers. */
export class ToastQueue {
  #waiting: Toast[] = []
  #nextId = 1
  #timer: ReturnType<typeof setInterval> | undefined

  /** The toast on screen, or null. */
  readonly shown = createStore<Toast | null>(null)

  /** Appends a toast. @returns its id, for `withdraw` */
  show(input: ToastInput): number {
    const id = this.#nextId++
    this.#waiting.push({ ...input, id, left: 1 })
    const shown = this.shown.get()
    if (shown?.type === 'confirmation') this.#requeue(shown)
    if (this.shown.get() === null && this.#timer === undefined) this.#next()
    return id
  }

  /** Removes an outdated toast, shown or not. */
  withdraw(id: number): void {
    this.#waiting = this.#waiting.filter((toast) => toast.id !== id)
    if (this.shown.get()?.id === id) this.close()
  }

  /** Removes all toasts, shown or not. */
  clear(): void {
    this.#waiting = []
    this.close()
  }

  /** Closes the current toast; the next one appears 100 ms later. */
  close = (): void => {
    if (this.shown.get() === null) return
    this.#stop()
    this.#put(null)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#next()
    }, toastTiming.gap)
  }

  /** Moves a shown confirmation behind the other toasts, because it may stay for long. */
  #requeue(confirmation: Toast): void {
    this.#waiting.push(confirmation)
    this.close()
  }

  #next(): void {
    const next = this.#waiting.shift()
    if (next === undefined) return
    this.#put(next)
    if (stays(next.type)) return
    const life = next.duration ?? toastTiming.life
    let passed = 0
    this.#timer = setInterval(() => {
      passed += toastTiming.tick
      if (passed >= life) this.close()
      else this.#put({ ...next, left: 1 - passed / life })
    }, toastTiming.tick)
  }

  #stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #put(toast: Toast | null): void {
    this.shown.setState(() => toast)
  }
}

/** Whether toasts of this type stay until they are closed (specification, section 4). */
export function stays(type: ToastType): boolean {
  return type === 'error' || type === 'confirmation'
}

const queue = new ToastQueue()
export { queue as toasts }

/** Queues a toast from anywhere in the app. */
export function showToast(input: ToastInput): void {
  queue.show(input)
}
