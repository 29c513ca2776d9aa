import { Share, SquarePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/button/Button.tsx'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { french } from '#src/ui/text/french.ts'
import css from './Installation.module.css'

interface Props {
  /**
   * For a guest: gives the code that opens the session in the installed app, whose storage is apart from Safari's. They
   * have no password to log in with there.
   */
  code?: ReactNode
  onClose: () => void
}

/** iOS has no install prompt: shows two drawn steps. */
export function IosGuide({ code, onClose }: Props) {
  return (
    <Sheet
      title="Installer Éclats en deux gestes"
      onClose={onClose}
      foot={
        <Button look="primary" wide onClick={onClose}>
          J'ai compris
        </Button>
      }
    >
      <ol className={css.steps}>
        <li className={css.step}>
          <span className={css.drawing} aria-hidden="true">
            <span className={css.screen}>
              <span className={css.bar}>
                <span className={css.dot} />
                <span className={css.dot} />
                <span className={css.aim}>
                  <Share />
                </span>
                <span className={css.dot} />
                <span className={css.dot} />
              </span>
            </span>
          </span>
          <p>
            <b>Touchez Partager</b>
            <br />
            Le carré avec une flèche, dans la barre de Safari.
          </p>
        </li>
        <li className={css.step}>
          <span className={css.drawing} aria-hidden="true">
            <span className={css.screen}>
              <span className={css.choices}>
                <span className={css.line} />
                <span className={css.line} />
                <span className={css.choice}>
                  <span className={css.line} />
                  <SquarePlus />
                </span>
                <span className={css.line} />
              </span>
            </span>
          </span>
          <p>
            <b>{french("Choisissez « Sur l'écran d'accueil »")}</b>
            <br />
            {code === undefined
              ? "Vous vous connecterez une fois dans l'application installée."
              : french("L'application installée ne vous connaît pas encore : vous y entrez avec un code.")}
          </p>
        </li>
      </ol>
      {code !== undefined && (
        <div className={css.code}>
          <p>
            {french(
              "Prenez le code avant d'installer. Dans l'application, touchez « Se connecter », puis « J'ai un code ».",
            )}
          </p>
          {code}
        </div>
      )}
    </Sheet>
  )
}
