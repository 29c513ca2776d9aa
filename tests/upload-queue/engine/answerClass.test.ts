import { describe, expect, test } from 'vitest'
import { classifyAnswer, type RequestKind } from '#upload-queue/engine/answerClass.ts'
import type { HttpAnswer } from '#upload-queue/engine/ports.ts'
import { httpAnswer } from '#tests/upload-queue/support/httpAnswer.ts'

const classOf = (request: RequestKind, status: number, rest?: Partial<HttpAnswer>) =>
  classifyAnswer(request, httpAnswer(status, rest))

describe('what an answer means', () => {
  test.each([408, 423, 425, 500, 502, 503, 504, 599])('%i: retry later', (status) => {
    expect(classOf('patch', status)).toBe('retry_later')
  })

  test('429: the rate is limited', () => {
    expect(classOf('create', 429)).toBe('rate_limited')
  })

  test('429 for the bytes of a day: retry this file later', () => {
    expect(classOf('create', 429, { code: 'upload.limite_jour' })).toBe('retry_later')
  })

  test('401, and 403 for the grant: the grant is refused', () => {
    expect(classOf('patch', 401)).toBe('grant_refused')
    expect(classOf('patch', 403, { code: 'upload.autorisation_expiree' })).toBe('grant_refused')
  })

  test('403 to a HEAD (no body, no code): the grant is refused when it is from our server', () => {
    expect(classOf('head', 403)).toBe('grant_refused')
    expect(classOf('head', 403, { tus: false })).toBe('retry_later')
  })

  test.each([
    'upload.evenement_ferme',
    'upload.inscription_requise',
    'upload.inscription_en_attente',
    'upload.consentement_requis',
  ])('403 %s: blocked', (code) => {
    expect(classOf('create', 403, { code })).toBe('blocked')
  })

  test('403 with any other code: refused', () => {
    expect(classOf('create', 403, { code: 'session.compte_desactive' })).toBe('refused')
    expect(classOf('create', 403)).toBe('refused')
  })

  test.each([404, 410])('%i on an upload: the upload is gone; on a creation: refused', (status) => {
    expect(classOf('patch', status)).toBe('upload_gone')
    expect(classOf('head', status)).toBe('upload_gone')
    expect(classOf('create', status)).toBe('refused')
    expect(classOf('reconcile', status)).toBe('refused')
  })

  test('409: another offset is expected; on a creation: retry later', () => {
    expect(classOf('patch', 409, { offset: 5 })).toBe('offset_conflict')
    expect(classOf('create', 409)).toBe('retry_later')
  })

  test.each(['create', 'patch'] as const)(
    '409 for a photo that the organiser has rejected, to %s: refused',
    (request) => {
      for (const code of ['media.deja_rejete', 'media.retrait_demande'])
        expect(classOf(request, 409, { code })).toBe('refused')
    },
  )

  test('413 of the server: refused; of a proxy: the body is too large', () => {
    expect(classOf('create', 413, { code: 'upload.trop_volumineux' })).toBe('refused')
    expect(classOf('patch', 413, { tus: false })).toBe('body_too_large')
    expect(classOf('patch', 413, { tus: true })).toBe('refused')
  })

  test.each([400, 401, 403, 404, 405, 407, 409, 410, 422, 431])('%i of a proxy: retry later', (status) => {
    for (const request of ['create', 'head', 'patch', 'reconcile'] as const)
      expect(classOf(request, status, { tus: false })).toBe('retry_later')
  })

  test('429 of a proxy: like that of the server', () => {
    expect(classOf('create', 429, { tus: false })).toBe('rate_limited')
  })

  test('415, 422: refused; corrupted on the way: the upload is gone', () => {
    expect(classOf('create', 415, { code: 'upload.type_refuse' })).toBe('refused')
    expect(classOf('patch', 422, { code: 'upload.dimensions' })).toBe('refused')
    expect(classOf('patch', 422, { code: 'upload.empreinte' })).toBe('upload_gone')
  })

  test('507: blocked', () => {
    expect(classOf('patch', 507)).toBe('blocked')
  })

  test.each([200, 201, 204])('%i: success', (status) => {
    expect(classOf('patch', status)).toBe('success')
  })

  test.each([400, 402, 405, 406, 411, 412, 451])('%i: refused', (status) => {
    expect(classOf('patch', status)).toBe('refused')
  })
})
