import { CircleAlert, CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { safeParse } from 'valibot'
import { phrases } from '#domain/texte/phrases.ts'
import { emailSchema } from '#domain/utilisateur/authentification.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { Field } from '#src/ui/field/Field.tsx'
import { Status } from '#src/ui/text/Status.tsx'
import { useInviter } from './invitation.queries.ts'
import { sentenceOfRefus } from './invitationRefus.ts'

/** One required address; stays open for the next one. */
export function InviteForm({ evenementId }: { evenementId: number }) {
  const inviter = useInviter(evenementId)
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const refus = inviter.error === null ? null : sentenceOfRefus(inviter.error)
  const send = () => {
    const typed = input.current?.value.trim() ?? ''
    const parsed = safeParse(emailSchema, typed)
    const sentence = typed === '' ? phrases.invitationChampsRequis : parsed.issues?.[0].message
    setError(sentence)
    if (sentence !== undefined) {
      input.current?.focus()
      return
    }
    inviter.mutate(typed, {
      onSuccess: () => {
        if (input.current) input.current.value = ''
        input.current?.focus()
      },
    })
  }
  return (
    <form
      noValidate
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!inviter.isPending) send()
      }}
    >
      <Field
        ref={input}
        label="Adresse email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="off"
        required
        error={error}
        onInput={() => {
          setError(undefined)
          inviter.reset()
        }}
      />
      <Status>
        {inviter.isSuccess && (
          <Banner tone="green" icon={<CircleCheck />}>
            Invitation envoyée à {inviter.data.email}.
          </Banner>
        )}
      </Status>
      <div role="alert">
        {refus && (
          <Banner tone="red" icon={<CircleAlert />} {...(refus.detail === undefined ? {} : { title: refus.sentence })}>
            {refus.detail ?? refus.sentence}
          </Banner>
        )}
      </div>
      <Button type="submit" look="primary" wide busy={inviter.isPending}>
        Envoyer l'invitation
      </Button>
    </form>
  )
}
