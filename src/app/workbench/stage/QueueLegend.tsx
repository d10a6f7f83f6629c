/**
 * The parts of the legend that most networks do not need. Legend of queues: on a single ring, whose queues are drawn slot by slot, of the
 * packets in them; otherwise, after a deadlock, of the switches in the deadlock and those blocked behind it. And a note on ideal networks.
 */
import type { ReactNode } from "react";
import { readTheme } from "../../../views/marks/color.ts";
import { hasDrawnQueues, secondClassColor } from "../../../views/stage/paint/queues.ts";
import { GlossaryText } from "../../glossary/GlossaryText.tsx";
import { usePageRuns, useWorkbench } from "../../hooks.ts";

export interface QueueLegendProps {
  readonly isDeadlocked?: boolean;
  /** Whether the network is ideal: its channels have no queues. */
  readonly isIdeal?: boolean;
}

export function QueueLegend({ isDeadlocked = false, isIdeal = false }: QueueLegendProps) {
  return isIdeal ? <IdealNote /> : <QueueKeys isDeadlocked={isDeadlocked} />;
}

function QueueKeys({ isDeadlocked }: { readonly isDeadlocked: boolean }) {
  const opened = usePageRuns(({ runs }) => runs.active.frame?.opened ?? null);
  const queues = opened?.queues;
  // The color is read under the current theme.
  const theme = useWorkbench((state) => state.view.theme);
  if (opened === null || queues === undefined || !hasDrawnQueues(opened.network, queues))
    return isDeadlocked ? (
      <p className="tank-key">
        <span className="said">
          <GlossaryText text="Buffers" />
        </span>
        <span>
          <BoxIcon />
          in the deadlock
        </span>
        <span>
          <BoxIcon isFaint />
          blocked behind it
        </span>
        <WaitsKey />
      </p>
    ) : null;
  const unit = queues.slotPhits < opened.packetPhits ? "flit" : "packet";
  return (
    <p className="tank-key" key={theme}>
      <span className="said">
        <GlossaryText text="Queue of a channel" />
      </span>
      <span>
        <SlotIcon />
        free
      </span>
      {queues.hasDatelines === undefined ? (
        <span>
          <SlotIcon shape={<rect className="packet" x={3} y={3} width={8} height={8} />} />
          <GlossaryText text={unit} />
        </span>
      ) : (
        <>
          <span>
            <SlotIcon shape={<rect className="packet" x={3} y={3} width={8} height={8} />} />
            <span className="said">
              <GlossaryText text={`${unit} still to cross the dateline`} />
            </span>
          </span>
          <span>
            <SlotIcon shape={<circle cx={7} cy={7} r={4} fill={secondClassColor(readTheme(document.documentElement))} />} />
            {unit} past it, or never to cross it
          </span>
        </>
      )}
      {isDeadlocked && <WaitsKey />}
    </p>
  );
}

function SlotIcon({ shape }: { readonly shape?: ReactNode }) {
  return (
    <svg width={14} height={14} aria-hidden="true">
      <rect x={0.5} y={0.5} width={13} height={13} />
      {shape}
    </svg>
  );
}

/** The arrow of a channel in the cycle of waits, as on the stage. */
function WaitsKey() {
  return (
    <span>
      <svg width={18} height={14} aria-hidden="true">
        <path d="M0 7H11" stroke="currentColor" strokeWidth={2.4} />
        <path d="M10 3L17 7L10 11Z" fill="currentColor" />
      </svg>
      <span className="said">
        <GlossaryText text="cycle of waits" />
      </span>
    </span>
  );
}

function BoxIcon({ isFaint = false }: { readonly isFaint?: boolean }) {
  return (
    <svg width={14} height={14} aria-hidden="true">
      <rect x={0.5} y={0.5} width={13} height={13} rx={3} />
      <rect className="packet" data-faint={isFaint || undefined} x={2} y={2} width={10} height={10} rx={1} />
    </svg>
  );
}

function IdealNote() {
  return (
    <p className="said">
      <GlossaryText text="Ideal network: messages go directly from host to host, not over these channels." />
    </p>
  );
}
