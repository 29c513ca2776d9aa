import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { abonnementEndpoints } from '#domain/abonnement/abonnement.endpoints.ts'
import type { Abonnement, PlanPayant } from '#domain/abonnement/abonnement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { call } from '#src/api/client.ts'
import { afterSheetsClose } from '#src/ui/modal/sheetHistory.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { abonnementQuery, renewAbonnement } from './abonnement.queries.ts'
import { paymentAddress } from './paymentAddress.ts'
import { type PaiementKind, PaymentAddressError, sentenceOfFailure } from './paymentFailure.ts'
import { keepWantedPlan } from './wantedPlan.ts'

export type PaiementAction =
  | { readonly kind: 'checkout'; readonly plan: PlanPayant }
  | { readonly kind: 'changement'; readonly plan: PlanPayant }
  | { readonly kind: 'portail' }
  | { readonly kind: 'annulation' }

const page = '/dashboard-organisateur/abonnement'
/** The time after the answer when the payment provider's webhook is late, in milliseconds. */
const lateMs = 60_000
/** One call makes up to four requests of the payment provider, each of which the server ends after nine seconds. */
const timeoutMs = 40_000

/** Buys, changes, manages, cancels: one action at a time, and no second one before the redirect. */
export function usePaiement() {
  const client = useQueryClient()
  // A ref, because a second click can come before the re-render.
  const isHeld = useRef(false)
  const mutation = useMutation({
    mutationFn: carryOut,
    onSuccess: (message) => (message === null ? undefined : showResult(client, message)),
    onError: (error, { kind }) => showFailure(client, kind, error),
    onSettled: (message) => {
      isHeld.current = message === null
    },
  })
  const { mutate, reset, variables, isSuccess, submittedAt } = mutation
  const isLeaving = isSuccess && mutation.data === null
  const isAgreed = isSuccess && !isLeaving
  /** Of the action whose webhook is late: when it was submitted. */
  const [late, setLate] = useState<number>()
  useEffect(() => {
    if (!isAgreed) return undefined
    const timer = setTimeout(() => setLate(submittedAt), lateMs)
    return () => clearTimeout(timer)
  }, [isAgreed, submittedAt])
  useEffect(() => {
    // The browser's back button may restore this page from the back/forward cache.
    const wake = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      isHeld.current = false
      reset()
    }
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [reset])
  return {
    start: (action: PaiementAction, options?: { onSettled: () => void }) => {
      if (isHeld.current) return
      isHeld.current = true
      mutate(action, options)
    },
    /** The action in progress; null when there is none. */
    inProgress: mutation.isPending || isLeaving ? (variables ?? null) : null,
    isBegun: mutation.status !== 'idle',
    /** Whether the server's answer does not show the agreed change yet. */
    isAwaited: (abonnement: Abonnement | null | undefined) => isAgreed && isMissing(variables, abonnement),
    /** Whether it takes longer than usual. */
    isLate: isAgreed && late === submittedAt,
  }
}

/** @returns the server's message; null when the browser is redirected to a payment page */
async function carryOut(action: PaiementAction): Promise<string | null> {
  if (action.kind === 'annulation') return (await call(abonnementEndpoints.annuler, { timeoutMs })).message
  if (action.kind === 'portail') {
    const { portal_url } = await call(abonnementEndpoints.portal, { query: { return_url: page }, timeoutMs })
    return redirectTo(portal_url)
  }
  const { plan } = action
  if (action.kind === 'checkout') {
    const body = { plan, successUrl: `${page}/succes`, cancelUrl: `${page}?paiement=abandonne` }
    const { checkout_url } = await call(abonnementEndpoints.checkout, { body, timeoutMs })
    return redirectTo(checkout_url, plan)
  }
  const { checkout_url, message } = await call(abonnementEndpoints.change, { body: { plan }, timeoutMs })
  return checkout_url === undefined ? (message ?? 'Changement de plan enregistré.') : redirectTo(checkout_url, plan)
}

function redirectTo(wanted: string, plan?: PlanPayant): null {
  const address = paymentAddress(wanted, location.origin)
  if (address === null) throw new PaymentAddressError(wanted)
  if (plan !== undefined) keepWantedPlan(plan)
  // Close the confirmation first: removing its history entry would cancel the redirect.
  afterSheetsClose(() => location.assign(address))
  return null
}

function showResult(client: QueryClient, message: string): Promise<void> {
  showToast({ type: 'success', title: message })
  return renewAbonnement(client)
}

function showFailure(client: QueryClient, kind: PaiementKind, error: Error): void {
  // A refusal may be about a change by another device, and a change whose answer was lost may be done.
  void client.invalidateQueries({ queryKey: abonnementQuery.queryKey })
  showToast({ type: 'error', title: phrases.erreurPaiement, message: sentenceOfFailure(kind, error) })
}

function isMissing(action: PaiementAction | undefined, abonnement: Abonnement | null | undefined): boolean {
  if (abonnement === undefined || action === undefined) return false
  if (action.kind === 'annulation')
    return abonnement?.statut === 'SUSPENDU' || (abonnement?.statut === 'ACTIF' && abonnement.renouvele)
  return action.kind === 'changement' && abonnement?.plan !== action.plan
}
