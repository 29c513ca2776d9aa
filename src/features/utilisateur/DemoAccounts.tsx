import { type Role, roleLabels } from '#domain/utilisateur/utilisateur.ts'
import { Button } from '#src/ui/button/Button.tsx'
import css from './Auth.module.css'

interface Props {
  comptes: readonly { email: string; prenom: string; role: Role }[]
  onChoose: (email: string) => void
}

/** The accounts of a demonstration; a choice fills in the form. */
export function DemoAccounts({ comptes, onChoose }: Props) {
  return (
    <section className={css.demo} aria-labelledby="demo">
      <h2 id="demo">Démonstration</h2>
      <p className="meta">Choisissez un rôle, puis connectez-vous.</p>
      <div className="actions">
        {comptes.map(({ email, prenom, role }) => (
          <Button key={email} onClick={() => onChoose(email)}>
            {prenom}, {roleLabels[role].label.toLowerCase()}
          </Button>
        ))}
      </div>
    </section>
  )
}
