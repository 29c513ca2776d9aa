import { randomFrom } from '#tests/support/random.ts'
import type { Death } from '#tests/upload-queue/support/killer.ts'

/** Network conditions by name; `size` is the byte position of cuts and black holes. */
export const networkFaultNames = [
  'down',
  'cutAfter',
  'blackhole',
  'answerLost',
  'answerLostToPost',
  'answerLostToPatch',
  'late',
  'flip',
  'error500',
  'error502',
  'busy429',
  'tooLargeForProxy',
  'captivePortal',
  'slow',
  'edge',
] as const
export type NetworkFaultName = (typeof networkFaultNames)[number]

/** How a phone sends, and what happens meanwhile. */
export interface SendPlan {
  readonly by: 'page' | 'worker'
  /** Idle time before, in milliseconds. */
  readonly idleMs: number
  readonly death: Death | null
  /** Milliseconds until another drainer takes over; null: none does. */
  readonly overtakenMs: number | null
}

/** `which` from 0 to 1 selects one of the photos picked so far. */
export type Operation =
  | {
      readonly do: 'pick'
      readonly phone: number
      readonly evenement: number
      /** Content numbers; the same number is the same photo. */
      readonly photos: readonly number[]
      /** The page is killed at this call of the copy. */
      readonly death: Death | null
      /** Whether the user then picks the files listed as not copied again. */
      readonly isRepeated: boolean
    }
  | {
      readonly do: 'send'
      readonly phones: readonly number[]
      readonly sending: SendPlan
      readonly serverDiesMs: number | null
      readonly opsDown: number
    }
  | { readonly do: 'cancel' | 'pause'; readonly phone: number; readonly which: number }
  | { readonly do: 'resume' | 'retry'; readonly phone: number }
  | { readonly do: 'login'; readonly phone: number; readonly person: number; readonly guestOf: number | null }
  | {
      readonly do: 'enter'
      readonly phone: number
      readonly evenement: number
      readonly death: Death | null
      /** For how many operations the network is down: the photos chosen meanwhile have no owner on the server. */
      readonly offline: number
      /** Chosen in the sheet that then opens. */
      readonly photos: readonly number[]
    }
  | { readonly do: 'logout'; readonly phone: number; readonly keep: boolean }
  | { readonly do: 'network'; readonly fault: NetworkFaultName; readonly size: number; readonly lasts: number }
  | { readonly do: 'clock'; readonly phone: number; readonly days: number }
  | { readonly do: 'grants'; readonly end: 'revoked' | 'expired' }
  | { readonly do: 'server'; readonly opsDown: number }
  | { readonly do: 'evenement'; readonly evenement: number; readonly isOpen: boolean }
  | { readonly do: 'inscription'; readonly evenement: number; readonly person: number; readonly isValide: boolean }
  | { readonly do: 'consentement'; readonly person: number; readonly isGiven: boolean }
  | { readonly do: 'moderate'; readonly which: number; readonly decision: 'valider' | 'rejeter' | 'favori' | 'retirer' }
  | { readonly do: 'deleteOwn'; readonly which: number }

/** Contents from this number on are larger than a row. */
export const heavyFrom = 1_000_000

export const cast = { phones: 2, people: 3, evenements: 2 } as const

/** The operations of a seed; the same seed returns the same ones. */
export function planOf(seed: number, count: number): Operation[] {
  const dice = new Dice(seed)
  return Array.from({ length: count }, () => dice.operation())
}

class Dice {
  readonly #random: () => number
  #photos = 0
  readonly #makers: readonly (readonly [number, () => Operation])[]

  constructor(seed: number) {
    this.#random = randomFrom(seed * 2_654_435)
    const phone = () => this.#below(cast.phones)
    this.#makers = [
      [
        24,
        () => ({
          do: 'pick',
          phone: phone(),
          evenement: this.#evenement(),
          photos: this.#someShots(),
          death: this.#death(0.1, 6),
          isRepeated: this.#random() < 0.5,
        }),
      ],
      [1.5, () => this.#pickMany()],
      [30, () => this.#send()],
      [
        10,
        () => ({
          do: 'network',
          fault: this.#random() < 0.15 ? 'flip' : this.#among(networkFaultNames),
          size: this.#size(),
          lasts: 1 + this.#below(5),
        }),
      ],
      [4, () => ({ do: 'cancel', phone: phone(), which: this.#recent() })],
      [3, () => ({ do: 'pause', phone: phone(), which: this.#recent() })],
      [3, () => ({ do: 'resume', phone: phone() })],
      [4, () => ({ do: 'retry', phone: phone() })],
      [
        5,
        () => ({
          do: 'login',
          phone: phone(),
          person: this.#below(cast.people),
          guestOf: this.#random() < 0.4 ? this.#evenement() : null,
        }),
      ],
      [
        4,
        () => ({
          do: 'enter',
          phone: phone(),
          evenement: this.#evenement(),
          death: this.#death(0.4, 8),
          offline: this.#random() < 0.6 ? 2 + this.#below(6) : 0,
          photos: this.#someShots(),
        }),
      ],
      [2, () => ({ do: 'logout', phone: phone(), keep: this.#random() < 0.85 })],
      [2, () => ({ do: 'clock', phone: phone(), days: this.#below(3) - 1 })],
      [2, () => ({ do: 'grants', end: this.#among(['revoked', 'expired'] as const) })],
      [0.7, () => ({ do: 'server', opsDown: 1 + this.#below(4) })],
      [2, () => ({ do: 'evenement', evenement: this.#evenement(), isOpen: this.#random() < 0.75 })],
      [
        2,
        () => ({
          do: 'inscription',
          evenement: this.#evenement(),
          person: this.#below(cast.people),
          isValide: this.#random() < 0.75,
        }),
      ],
      [2, () => ({ do: 'consentement', person: this.#below(cast.people), isGiven: this.#random() < 0.75 })],
      [
        5,
        () => ({
          do: 'moderate',
          which: this.#random(),
          decision: this.#among(['valider', 'valider', 'rejeter', 'favori', 'retirer'] as const),
        }),
      ],
      [1.5, () => ({ do: 'deleteOwn', which: this.#random() })],
    ]
  }

  operation(): Operation {
    const total = this.#makers.reduce((sum, [weight]) => sum + weight, 0)
    let left = this.#random() * total
    const found = this.#makers.find(([weight]) => (left -= weight) < 0)
    if (!found) throw new Error('nothing to do')
    return found[1]()
  }

  /** Many photos in one choice, during which the phone often closes the page. */
  #pickMany(): Operation {
    const photos = Array.from({ length: 6 + this.#below(14) }, () => (this.#photos += 1))
    return {
      do: 'pick',
      phone: this.#below(cast.phones),
      evenement: this.#evenement(),
      photos,
      death: this.#death(0.7, photos.length * 6),
      isRepeated: this.#random() < 0.5,
    }
  }

  #send(): Operation {
    const isServerDying = this.#random() < 0.035
    const sending: SendPlan = {
      by: this.#random() < 0.75 ? 'page' : 'worker',
      idleMs: this.#among([0, 2000, 40_000, 700_000]),
      death: this.#death(0.22, 60),
      overtakenMs: this.#random() < 0.12 ? this.#below(25) : null,
    }
    return {
      do: 'send',
      phones: this.#random() < 0.15 ? [0, 1] : [this.#below(cast.phones)],
      sending,
      serverDiesMs: isServerDying ? this.#below(40) : null,
      opsDown: this.#among([0, 0, 3]),
    }
  }

  /** Mostly new ones; sometimes the same again, by the current user of the phone. */
  #someShots(): number[] {
    const count = this.#random() < 0.8 ? 1 : 2 + this.#below(4)
    return Array.from({ length: count }, () => {
      if (this.#photos > 0 && this.#random() < 0.25) return this.#below(Math.min(this.#photos, 1e6))
      this.#photos += 1
      return this.#random() < 0.06 ? heavyFrom + this.#below(12) : this.#photos
    })
  }

  #death(chance: number, calls: number): Death | null {
    if (this.#random() >= chance) return null
    return { at: 1 + this.#below(calls), when: this.#among(['before', 'after'] as const) }
  }

  /** User actions target recently picked photos more often than old ones. */
  #recent(): number {
    return 1 - this.#random() ** 3
  }

  #size(): number {
    return this.#among([0, 600, 3000, 20_000, 300_000, 1_500_000])
  }

  #evenement(): number {
    return this.#below(cast.evenements)
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count)
  }

  #among<T>(choices: readonly T[]): T {
    const choice = choices[this.#below(choices.length)]
    if (choice === undefined) throw new Error('nothing to choose from')
    return choice
  }
}
