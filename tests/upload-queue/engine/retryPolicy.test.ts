import { describe, expect, test } from 'vitest'
import type { HttpAnswer } from '#upload-queue/engine/ports.ts'
import { causeOf, reactionTo, type Step } from '#upload-queue/engine/retryPolicy.ts'
import { httpAnswer } from '#tests/upload-queue/support/httpAnswer.ts'

const hour = 3_600_000

const react = (step: Step, status: number, rest?: Partial<HttpAnswer>) =>
  reactionTo(step, httpAnswer(status, rest), { attempts: 0, random: 0 })

describe('reactions to answers', () => {
  test.each(['network', 'stall', 'portal'] as const)('no answer (%s): waits for the network', (reason) => {
    expect(reactionTo('patch', { kind: 'none', reason }, { attempts: 9, random: 0 })).toEqual({ do: 'wait_net' })
  })

  test.each([408, 423, 425, 500, 502, 503, 504, 599])('%i: backs off, at least 2 s', (status) => {
    expect(react('patch', status)).toEqual({ do: 'backoff', ms: 2000 })
    expect(react('patch', status, { retryAfterMs: 7000 })).toEqual({ do: 'backoff', ms: 7000 })
  })

  test('applies full jitter, doubles the delay, and never exceeds 10 minutes', () => {
    const wait = (attempts: number, random: number) => reactionTo('patch', httpAnswer(500), { attempts, random })
    expect(wait(0, 0.999)).toEqual({ do: 'backoff', ms: 3998 })
    expect(wait(3, 0.5)).toEqual({ do: 'backoff', ms: 17_000 })
    expect(wait(40, 0)).toEqual({ do: 'backoff', ms: 2000 })
    expect(wait(40, 1)).toEqual({ do: 'backoff', ms: 600_000 })
  })

  test('429: pauses the whole queue', () => {
    expect(react('create', 429, { retryAfterMs: 7000 })).toEqual({ do: 'hold_queue', ms: 7000 })
    expect(react('create', 429)).toEqual({ do: 'hold_queue', ms: 2000 })
  })

  test('401, and 403 for the grant: waits for its person', () => {
    expect(react('patch', 401)).toEqual({ do: 'wait_auth' })
    expect(react('patch', 403, { code: 'upload.autorisation_expiree' })).toEqual({ do: 'wait_auth' })
  })

  test('403 to a HEAD (no body, no code): waits for its person when it is from our server', () => {
    expect(react('head', 403)).toEqual({ do: 'wait_auth' })
    expect(react('head', 403, { tus: false })).toEqual({ do: 'fail' })
  })

  test.each(['upload.evenement_ferme', 'upload.inscription_requise', 'upload.consentement_requis'])(
    '403 %s: blocked with its message',
    (code) => {
      expect(react('create', 403, { code })).toEqual({ do: 'block', ms: hour })
    },
  )

  test('403 with any other code: failed', () => {
    expect(react('create', 403, { code: 'session.compte_desactive' })).toEqual({ do: 'fail' })
    expect(react('create', 403)).toEqual({ do: 'fail' })
  })

  test.each([404, 410])('%i on an upload: created again; on a creation: failed', (status) => {
    expect(react('patch', status)).toEqual({ do: 'recreate' })
    expect(react('head', status)).toEqual({ do: 'recreate' })
    expect(react('create', status)).toEqual({ do: 'fail' })
  })

  test("409: takes the server's offset; on a creation retries later", () => {
    expect(react('patch', 409, { offset: 5 })).toEqual({ do: 'take_offset' })
    expect(react('create', 409)).toEqual({ do: 'backoff', ms: 2000 })
  })

  test('413 of the server: failed; of a proxy: a smaller piece', () => {
    expect(react('create', 413, { code: 'upload.trop_volumineux' })).toEqual({ do: 'fail' })
    expect(react('patch', 413, { tus: false })).toEqual({ do: 'smaller' })
    expect(react('patch', 413, { tus: true })).toEqual({ do: 'fail' })
  })

  test('415, 422: failed with the reason; corrupted in transit: created again', () => {
    expect(react('create', 415, { code: 'upload.type_refuse' })).toEqual({ do: 'fail' })
    expect(react('patch', 422, { code: 'upload.dimensions' })).toEqual({ do: 'fail' })
    expect(react('patch', 422, { code: 'upload.empreinte' })).toEqual({ do: 'recreate' })
  })

  test('507: blocked, retried hourly', () => {
    expect(react('patch', 507)).toEqual({ do: 'block', ms: hour })
  })

  test.each([200, 201, 204])('%i proceeds to the receipt and offset', (status) => {
    expect(react('patch', status)).toEqual({ do: 'proceed' })
  })

  test.each([400, 402, 405, 406, 411, 412, 451])('%i: failed, its bytes kept', (status) => {
    expect(react('patch', status)).toEqual({ do: 'fail' })
  })
})

test("includes the server's message in the cause, and states when there was no answer", () => {
  const refused = httpAnswer(415, { code: 'upload.type_refuse', message: 'La requête est invalide' })
  expect(causeOf(refused, 'fail', 5)).toEqual({
    class: 'refused',
    status: 415,
    code: 'upload.type_refuse',
    message: 'La requête est invalide',
    at: 5,
  })
  expect(causeOf({ kind: 'none', reason: 'portal' }, 'wait_net', 5)).toMatchObject({ class: 'network', status: null })
})
