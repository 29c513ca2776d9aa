import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { isAppPath } from '#domain/contract/appPath.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { compteEndpoints } from '#domain/utilisateur/compte.endpoints.ts'
import { repriseField } from '#domain/utilisateur/reprise.ts'
import { causeOr } from '#src/api/apiError.ts'
import { call } from '#src/api/client.ts'
import { openSession } from '#src/api/openSession.ts'
import { AuthLayout } from '#src/ui/authLayout/AuthLayout.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { Field } from '#src/ui/field/Field.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { FormAlert } from './FormAlert.tsx'

const schema = v.object({ code: repriseField })

interface Props {
  /** From the scanned address; empty when there is none. */
  code: string
  /** The path wanted before, such as that of a mailed link; empty when there is none. */
  redirect: string
}

/** Signs a guest in on this device with the code that another device shows. */
export function ReprendrePage({ code, redirect }: Props) {
  const router = useRouter()
  const [failure, setFailure] = useState<string>()
  const form = useSchemaForm({
    schema,
    onValid: async (body) => {
      setFailure(undefined)
      try {
        await openSession(() => call(compteEndpoints.reprendre, { body }), true)
        await router.navigate({ href: isAppPath(redirect) ? redirect : '/participant', replace: true })
      } catch (error) {
        setFailure(causeOr(error, phrases.erreurSurvenue))
      }
    },
  })
  return (
    <AuthLayout
      name="Reprendre"
      title="Reprendre sur cet appareil"
      lead="Tapez le code affiché sur l'autre appareil, dans son profil, sous « Gardez l'accès à vos photos »."
      other={
        <Link to="/login" search={{ redirect }}>
          J'ai déjà un compte
        </Link>
      }
    >
      <form {...form.props} className="stack" style={{ '--gap': 'var(--space-5)' }}>
        <Field
          label="Code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          required
          defaultValue={code}
          error={form.errors['code']}
        />
        <FormAlert sentence={failure} />
        <Button type="submit" look="primary" wide busy={form.busy}>
          Continuer
        </Button>
      </form>
    </AuthLayout>
  )
}
