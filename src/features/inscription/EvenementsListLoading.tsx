import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'

export function EvenementsListLoading({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <div className="stack" style={{ '--gap': 'var(--space-2)' }}>
        {[1, 2, 3].map((n) => (
          <Skeleton key={n} height="5rem" />
        ))}
      </div>
    </Loading>
  )
}
