import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { abonnementEndpoints } from '#domain/abonnement/abonnement.endpoints.ts'
import type { Abonnement, PlanPayant } from '#domain/abonnement/abonnement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { call } from '#src/api/client.ts'
import { afterSheetsClose } from '#src/ui/modal/sheetHistory.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { renewAbonnement } from './abonnement.queries.ts'
import { paymentAddress } from './paymentAddress.ts'
import { type Deed, PaymentAddressError, sentenceOfFailure } from './paymentFailure.ts'
import { keepWantedPlan } from './wantedPlan.ts'

export type PaiementAction =
  | { readonly deed: 'checkout'; readonly plan: PlanPayant }
  | { readonly deed: 'changement'; readonly plan: PlanPayant }
  | { readonly deed: 'portail' }
  | { readonly deed: 'annulation' }

const page = '/dashboard-organisateur/abonnement'
/** The time after the answer when the payment provider's webhook is late, in milliseconds. */
const lateMs = 60_000

/** Buys, changes, manages, cancels: one action at a time, and no second one before the redirect. */
export function usePaiement() {
  const client = useQueryClient()
  // A ref, because a second click can come before the re-render.
  const isHeld = useRef(false)
  const mutation = useMutation({
    mutationFn: carryOut,
    onSuccess: (message) => (message === null ? undefined : showResult(client, message)),
    onError: (error, { deed }) => showFailure(deed, error),
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
    start: (wish: PaiementAction, options?: { onSettled: () => void }) => {
      if (isHeld.current) return
      isHeld.current = true
      mutate(wish, options)
    },
    /** The action in progress; null when there is none. */
    wish: mutation.isPending || isLeaving ? (variables ?? null) : null,
    isBegun: mutation.status !== 'idle',
    /** Whether the server's answer does not show the agreed change yet. */
    isAwaited: (abonnement: Abonnement | null | undefined) => isAgreed && isMissing(variables, abonnement),
    /** Whether it takes longer than usual. */
    isLate: isAgreed && late === submittedAt,
  }
}

/** @returns the server's message; null when the browser is redirected to a payment page */
async function carryOut(wish: PaiementAction): Promise<string | null> {
  if (wish.deed === 'annulation') return (await call(abonnementEndpoints.annuler, {})).message
  if (wish.deed === 'portail') {
    const { portal_url } = await call(abonnementEndpoints.portal, { query: { return_url: page } })
    return redirectTo(portal_url)
  }
  const { plan } = wish
  if (wish.deed === 'checkout') {
    const body = { plan, successUrl: `${page}/succes`, cancelUrl: `${page}?paiement=abandonne` }
    const { checkout_url } = await call(abonnementEndpoints.checkout, { body })
    return redirectTo(checkout_url, plan)
  }
  const { checkout_url, message } = await call(abonnementEndpoints.change, { body: { plan } })
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

function showFailure(deed: Deed, error: Error): void {
  showToast({ type: 'error', title: phrases.erreurPaiement, message: sentenceOfFailure(deed, error) })
}

function isMissing(wish: PaiementAction | undefined, abonnement: Abonnement | null | undefined): boolean {
  if (abonnement === undefined || wish === undefined) return false
  if (wish.deed === 'annulation') return abonnement?.statut === 'ACTIF' && abonnement.renouvele
  return wish.deed === 'changement' && abonnement?.plan !== wish.plan
}
