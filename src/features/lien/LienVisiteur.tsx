import { phrases } from '#domain/texte/phrases.ts'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { french } from '#src/ui/text/french.ts'

/** Login and sign-up for a visitor without a session; both return to this page. */
export function LienVisiteur({ code }: { code: string }) {
  const search = { redirect: `/e/${code}` }
  return (
    <div className="stack" style={{ '--gap': 'var(--space-3)' }}>
      <p>{french(phrases.depotAnonyme)}</p>
      <ButtonLink to="/register" search={search} look="primary" wide>
        Créer un compte
      </ButtonLink>
      <ButtonLink to="/login" search={search} wide>
        {phrases.seConnecter}
      </ButtonLink>
    </div>
  )
}
