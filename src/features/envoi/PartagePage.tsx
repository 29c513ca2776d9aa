import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { guessEvenement } from '#domain/evenement/guessEvenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import type { SharedFile } from '#upload-queue/caches/sharedFiles.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { afterSheetsClose } from '#src/ui/modal/sheetHistory.ts'
import { Page, PageHead } from '#src/ui/page/Page.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { formatEventDayTime } from '#src/ui/text/dates.ts'
import { french } from '#src/ui/text/french.ts'
import { agree, count } from '#src/ui/text/quantities.ts'
import { AjouterMediaSheet } from './AjouterMediaSheet.tsx'
import { notYetOffered, offerAgain } from './offeredShared.ts'
import { putPicks } from './pickStore.ts'
import { addPicks, type SentPicks } from './usePicks.ts'
import { deleteSharedFiles, readOthers, sharedFilesQuery } from './partage.queries.ts'
import css from './Partage.module.css'

interface Props {
  /** Events that accept media of this person. */
  evenements: UseQueryResult<readonly Evenement[]>
  /** The files of the share sheet could not be stored. */
  failed: boolean
  /** Leaves the page: the files are in the queue, or discarded. */
  onDone: (kept: boolean) => void
}

/** Asks for the event of files from the share sheet; the most likely event is preselected. */
export function PartagePage({ evenements, failed, onDone }: Props) {
  const query = useQuery(sharedFilesQuery)
  const unreadable = query.data?.unreadable ?? 0
  return (
    <Page title="Partager" back="/participant">
      <PageHead title="Partager dans un événement" />
      {failed && (
        <Banner tone="red" icon={<CircleAlert />} announce="alert">
          Ces fichiers n'ont pas pu être gardés sur ce téléphone. Ouvrez l'événement et choisissez-les avec « Ajouter un
          média ».
        </Banner>
      )}
      {unreadable > 0 && (
        <Banner tone="red" icon={<CircleAlert />} announce="alert">
          {`${count(unreadable, "fichier partagé n'a pas pu être lu", "fichiers partagés n'ont pas pu être lus")}. Partagez-${agree(unreadable, 'le', 'les')} à nouveau depuis votre galerie.`}
        </Banner>
      )}
      <QueryState
        query={query}
        errorMessage="Impossible de lire les fichiers partagés."
        loading={<LoadingBox label="Chargement des fichiers partagés" height="12rem" radius="var(--radius-card)" />}
      >
        {({ files, instants }) =>
          files.length === 0 ? (
            <EmptyState title="Rien à partager" action={toEvenements}>
              Depuis la galerie de votre téléphone, choisissez des photos, puis « Partager » et « Éclats ».
            </EmptyState>
          ) : (
            <div className="stack">
              {evenements.data === undefined && <p>{waitingWords(files.length)}.</p>}
              <QueryState
                query={evenements}
                errorMessage={phrases.evenementsErreur}
                loading={<LoadingBox label="Chargement des événements" height="12rem" radius="var(--radius-card)" />}
              >
                {(open) =>
                  open.length === 0 ? (
                    <EmptyState title="Aucun événement ouvert" action={toEvenements}>
                      {waitingWords(files.length)} : ouvrez cette page quand votre événement aura commencé.
                    </EmptyState>
                  ) : (
                    <Choice
                      key={files.at(-1)?.path}
                      files={files}
                      instants={instants}
                      evenements={open}
                      onDone={onDone}
                    />
                  )
                }
              </QueryState>
            </div>
          )
        }
      </QueryState>
    </Page>
  )
}

const toEvenements = <ButtonLink to="/participant/evenements">Voir mes événements</ButtonLink>

function waitingWords(files: number): string {
  return `${count(files, 'fichier partagé attend', 'fichiers partagés attendent')} ici jusqu'à demain`
}

interface ChoiceProps extends Omit<Props, 'failed' | 'evenements'> {
  evenements: readonly Evenement[]
  files: readonly SharedFile[]
  /** When each was taken, milliseconds since 1970. */
  instants: readonly number[]
}

function Choice({ files, instants, evenements, onDone }: ChoiceProps) {
  const client = useQueryClient()
  const name = useId()
  const guess = guessEvenement(evenements, instants)
  const [chosenId, setChosenId] = useState(guess?.id)
  const [isOpen, setOpen] = useState(false)
  const sent = useRef<SentPicks>(null)
  const chosen = evenements.find(({ id }) => id === chosenId) ?? guess
  useEffect(
    () =>
      void addPicks(
        'partage',
        notYetOffered(files).map(({ file }) => file),
      ),
    [files],
  )
  const leave = async () => {
    putPicks('partage', [])
    // Files shared meanwhile are handled on this page.
    if ((await deleteSharedFiles(client, files)) === 0) afterSheetsClose(() => onDone(false))
  }
  const leaveSent = async ({ notKept }: SentPicks) => {
    putPicks('partage', [])
    const others = await readOthers(files)
    if (others.length === 0) afterSheetsClose(() => onDone(true))
    // Until they are copied, these are the app's only copies.
    const waiting = new Set((await notKept).map(nameAndDate))
    const { kept = [], left = [] } = Object.groupBy(files, ({ file }) =>
      waiting.has(nameAndDate(file)) ? 'left' : 'kept',
    )
    offerAgain(left)
    await deleteSharedFiles(client, kept)
  }
  return (
    <div className="stack">
      <p>
        <b>{count(files.length, 'fichier partagé', 'fichiers partagés')}</b>
        {french(' : pour quel événement ?')}
      </p>
      <fieldset className={css.choices}>
        <legend className="visually-hidden">Événement</legend>
        {evenements.map((evenement) => (
          <label key={evenement.id} className={css.choice}>
            <input
              type="radio"
              aria-label={evenement.titre}
              name={name}
              checked={evenement.id === chosen?.id}
              onChange={() => setChosenId(evenement.id)}
            />
            <span>
              <b>{evenement.titre}</b>
              <br />
              <span className="meta">{formatEventDayTime(evenement.dateDebut, evenement.fuseau)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="actions">
        <Button look="primary" onClick={() => setOpen(true)}>
          Continuer
        </Button>
        <Button look="quiet" onClick={() => void leave()}>
          Ne rien ajouter
        </Button>
      </div>
      {isOpen && chosen && (
        <AjouterMediaSheet
          evenement={chosen}
          target="partage"
          onSent={(taken) => {
            sent.current = taken
          }}
          onClose={() => {
            const taken = sent.current
            // Another choice may follow while these files are copied.
            sent.current = null
            setOpen(false)
            if (taken) void leaveSent(taken)
          }}
        />
      )}
    </div>
  )
}

/** Reading the same file again returns a different object. */
function nameAndDate({ name, lastModified }: File): string {
  return `${lastModified} ${name}`
}
