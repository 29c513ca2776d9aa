import * as v from 'valibot'
import { expect, test } from 'vitest'
import { fuseauOffset, fuseauSchema, instantOfLocal, localTextOf } from '#domain/evenement/fuseau.ts'

const at = (iso: string) => ({ kind: 'instant', iso })

test.for([
  ['Europe/Paris', '2026-03-29T01:59', at('2026-03-29T00:59:00.000Z')],
  ['Europe/Paris', '2026-03-29T02:00', { kind: 'gap', next: '03:00' }],
  ['Europe/Paris', '2026-03-29T02:30', { kind: 'gap', next: '03:30' }],
  ['Europe/Paris', '2026-03-29T03:00', at('2026-03-29T01:00:00.000Z')],
  ['Europe/Paris', '2026-10-25T02:30', at('2026-10-25T00:30:00.000Z')],
  ['Europe/Paris', '2026-10-25T03:00', at('2026-10-25T02:00:00.000Z')],
  ['America/New_York', '2026-03-08T02:30', { kind: 'gap', next: '03:30' }],
  ['America/New_York', '2026-03-08T03:00', at('2026-03-08T07:00:00.000Z')],
  ['America/New_York', '2026-11-01T01:30', at('2026-11-01T05:30:00.000Z')],
  ['America/New_York', '2026-11-01T02:00', at('2026-11-01T07:00:00.000Z')],
  ['Asia/Tokyo', '2026-03-29T02:30', at('2026-03-28T17:30:00.000Z')],
  ['Asia/Tokyo', '2026-10-25T02:30', at('2026-10-24T17:30:00.000Z')],
  // Half an hour.
  ['Australia/Lord_Howe', '2026-10-04T02:15', { kind: 'gap', next: '02:45' }],
  ['Australia/Lord_Howe', '2026-10-04T02:30', at('2026-10-03T15:30:00.000Z')],
  ['Australia/Lord_Howe', '2026-04-05T01:45', at('2026-04-04T14:45:00.000Z')],
  ['Australia/Lord_Howe', '2026-04-05T02:00', at('2026-04-04T15:30:00.000Z')],
  // Brazil changed the clocks at midnight until 2019, so midnight was skipped or repeated.
  ['America/Sao_Paulo', '2018-11-04T00:30', { kind: 'gap', next: '01:30' }],
  ['America/Sao_Paulo', '2019-02-16T23:30', at('2019-02-17T01:30:00.000Z')],
  ['America/Sao_Paulo', '2026-11-01T00:30', at('2026-11-01T03:30:00.000Z')],
  // A whole day was skipped.
  ['Pacific/Apia', '2011-12-30T12:00', { kind: 'gap', next: '12:00' }],
  ['Europe/Paris', '2026-02-31T10:00', { kind: 'invalid' }],
  ['Europe/Paris', '2026-02-30T10:00', { kind: 'invalid' }],
  ['Europe/Paris', '2026-06-14T24:00', { kind: 'invalid' }],
  ['Europe/Paris', '2026-06-14', { kind: 'invalid' }],
  ['Europe/Paris', '', { kind: 'invalid' }],
] as const)('in %s, %s is %o: the first of a repeated hour, none of a skipped one', ([fuseau, text, is]) => {
  expect(instantOfLocal(text, fuseau)).toEqual(is)
})

test.for(['Europe/Paris', 'America/New_York', 'Asia/Tokyo', 'Australia/Lord_Howe', 'America/Sao_Paulo'])(
  'converts every half hour of a year in %s back to the same instant, except the second of a repeated hour',
  (fuseau) => {
    const halfHour = 1_800_000
    let twice = 0
    for (let instant = Date.UTC(2026, 0, 1); instant < Date.UTC(2027, 0, 1); instant += halfHour) {
      const read = instantOfLocal(localTextOf(instant, fuseau), fuseau)
      if (read.kind !== 'instant') throw new Error(`${new Date(instant).toISOString()} reads as ${read.kind}`)
      if (Date.parse(read.iso) !== instant) twice += 1
    }
    const hours = { 'Europe/Paris': 2, 'America/New_York': 2, 'Australia/Lord_Howe': 1 } as Record<string, number>
    expect(twice).toBe(hours[fuseau] ?? 0)
  },
)

test('computes Paris like the system, for every day and around every change until 2040', () => {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Europe/Paris' })
  const systemOffset = (instant: number) => Date.parse(`${format.format(instant).replace(' ', 'T')}Z`) - instant
  const start = Date.UTC(1996, 0, 1)
  const wrong: string[] = []
  for (let instant = start; instant < Date.UTC(2040, 0, 1); instant += 6 * 3_600_000) {
    for (const near of [instant, instant + 3_599_000, instant + 3_600_000]) {
      if (fuseauOffset(near, 'Europe/Paris') !== systemOffset(near)) wrong.push(new Date(near).toISOString())
    }
  }
  expect(wrong).toEqual([])
})

test.for([
  ['Europe/Paris', 'Europe/Paris'],
  ['europe/paris', null],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['UTC', 'UTC'],
  ['+02:00', null],
  ['Europe/Lutece', null],
  ['', null],
  [7, null],
] as const)('reads %s as the zone %s', ([text, zone]) => {
  const result = v.safeParse(fuseauSchema, text)
  expect(result.success ? result.output : null).toBe(zone)
  const sentence = zone === null ? 'Le fuseau horaire est inconnu' : undefined
  expect(result.issues?.[0].message).toBe(sentence)
})
