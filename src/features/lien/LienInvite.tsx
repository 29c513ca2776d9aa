import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, Eye, EyeOff, Trash2, Users } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import * as v from 'valibot'
import { versionRGPD } from '#domain/consentement/consentement.ts'
import type { GaleriePour } from '#domain/evenement/evenement.ts'
import type { LienPublic } from '#domain/lien/lien.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { nomField, prenomField } from '#domain/utilisateur/identite.ts'
import { causeOr } from '#src/api/apiError.ts'
import { readVisitorDraft, writeVisitorDraft } from '#src/api/draftStore.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { Check } from '#src/ui/field/Check.tsx'
import { Field } from '#src/ui/field/Field.tsx'
import { focusOnMount } from '#src/ui/focusOnMount.ts'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { enterAsGuest } from './guestEntry.ts'
import { lienPublicQuery } from './lien.queries.ts'
import css from './Invite.module.css'

const schema = v.object({
  prenom: prenomField('Veuillez saisir votre prénom'),
  nom: v.union([v.literal(''), nomField()], (issue) => nomProblem(issue.input)),
  accord: v.literal('on', 'Cochez la case pour participer, ou refusez'),
})

/** The name that was typed; the consent is asked again. */
const draftSchema = v.fallback(v.object({ prenom: v.string(), nom: v.string() }), { prenom: '', nom: '' })

function nomProblem(nom: unknown): string {
  const result = v.safeParse(nomField(), nom)
  return result.issues?.[0].message ?? ''
}

interface Props {
  code: string
  lien: LienPublic
  /** The whole text of the consent. */
  politique: ReactNode
}

/** The page of a link for a visitor without an account: a first name, the consent, one button. */
export function LienInvite({ code, lien: { evenement, entree }, politique }: Props) {
  const client = useQueryClient()
  const [refusal, setRefusal] = useState<string | null>(null)
  const draftName = `lien.${code}`
  const [typed, setTyped] = useState(() => v.parse(draftSchema, readVisitorDraft(draftName)))
  const [hasName, setHasName] = useState(typed.nom !== '')
  /** False when the person returned from the refusal; undefined before. */
  const [hasDeclined, setHasDeclined] = useState<boolean>()
  const form = useSchemaForm({
    schema,
    read: ({ prenom = '', nom = '', accord = '' }) => ({ prenom, nom: nom.trim(), accord }),
    onValid: async ({ prenom, nom }) => {
      setRefusal(null)
      const { id, titre, fuseau } = evenement
      try {
        const sentence = await enterAsGuest({ code, evenement: { id, titre, fuseau }, prenom, nom, versionRGPD })
        setRefusal(sentence)
        // The event may have been cancelled, or the link revoked, since the page was loaded.
        if (sentence !== null) void client.invalidateQueries({ queryKey: lienPublicQuery(code).queryKey })
        // The entry that waits on this device has the name now.
        if (sentence === null) writeVisitorDraft(draftName, null)
      } catch (error) {
        // The code that keeps photos on this device did not load.
        setRefusal(causeOr(error, phrases.erreurSurvenue))
      }
    },
  })
  const decline = () => {
    writeVisitorDraft(draftName, null)
    setTyped({ prenom: '', nom: '' })
    setHasName(false)
    setHasDeclined(true)
  }
  if (hasDeclined === true) return <Declined onReview={() => setHasDeclined(false)} />
  return (
    <>
      <form
        {...form.props}
        className={css.form}
        onInput={(event) => {
          form.props.onInput(event)
          const { prenom = '', nom = '' } = form.values()
          writeVisitorDraft(draftName, { prenom, nom })
        }}
      >
        <div className={css.name}>
          <Field
            label="Votre prénom"
            name="prenom"
            autoComplete="given-name"
            autoCapitalize="words"
            enterKeyHint="done"
            required
            defaultValue={typed.prenom}
            error={form.errors['prenom']}
          />
          {!hasName && (
            <Button look="quiet" className={css.addName} onClick={() => setHasName(true)}>
              Ajouter un nom
            </Button>
          )}
        </div>
        {hasName && (
          <Field
            ref={typed.nom === '' ? focusOnMount : undefined}
            label="Votre nom"
            name="nom"
            autoComplete="family-name"
            defaultValue={typed.nom}
            error={form.errors['nom']}
          />
        )}
        <div className={css.consent}>
          <Terms galeriePour={evenement.galeriePour} />
          <Check name="accord" error={form.errors['accord']}>
            J'accepte que mes photos servent à cela
          </Check>
        </div>
        <div role="alert">
          {refusal !== null && (
            <Banner tone="red" icon={<CircleAlert />}>
              {refusal}
            </Banner>
          )}
        </div>
        <div className={css.answers}>
          <Button ref={hasDeclined === false ? focusOnMount : undefined} onClick={decline}>
            Refuser
          </Button>
          <Button type="submit" look={form.isValid ? 'primary' : undefined} busy={form.busy}>
            {entree === 'A_VALIDER' ? 'Demander à participer' : 'Participer'}
          </Button>
        </div>
      </form>
      <div className={css.other}>
        {politique}
        <Link to="/login" search={{ redirect: `/e/${code}` }}>
          J'ai déjà un compte
        </Link>
      </div>
    </>
  )
}

function Terms({ galeriePour }: { galeriePour: GaleriePour }) {
  const isDropBox = galeriePour === 'JAMAIS'
  return (
    <ul className={css.terms}>
      <li>
        <Users className="icon--small" />
        L'organisateur reçoit photos et prénom.
      </li>
      <li>
        {isDropBox ? <EyeOff className="icon--small" /> : <Eye className="icon--small" />}
        {isDropBox ? 'Les autres invités ne les voient pas.' : 'Les invités voient celles qui sont validées.'}
      </li>
      <li>
        <Trash2 className="icon--small" />
        Vous effacez tout quand vous voulez.
      </li>
    </ul>
  )
}

function Declined({ onReview }: { onReview: () => void }) {
  return (
    <EmptyState
      title="Vous avez refusé : rien n'est enregistré"
      titleRef={focusOnMount}
      action={<Button onClick={onReview}>Revoir mon choix</Button>}
    >
      Sans votre accord, on ne peut pas participer. Vous pouvez changer d'avis quand vous voulez.
    </EmptyState>
  )
}
