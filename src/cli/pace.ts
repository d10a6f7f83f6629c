/** How far many runs are, and how long they will still take. */
export class Pace {
  private readonly all: number;
  private readonly since = performance.now();
  private worked = 0;
  private runs = 0;
  private packets = 0;

  /** @param work what each run costs, up to a factor that all share */
  constructor(private readonly work: readonly number[]) {
    this.all = work.reduce((sum, each) => sum + each, 0);
  }

  /** Counts a run that is done; says how far it all is, in words. */
  done(index: number, packets: number): string {
    this.runs++;
    this.packets += packets;
    this.worked += this.work[index];
    const seconds = (performance.now() - this.since) / 1000;
    const left = seconds * (this.all / this.worked - 1);
    return `${this.runs} of ${this.work.length} runs, ${(this.packets / 1e6).toFixed(1)} million packets, ${inWords(seconds)} gone, about ${inWords(left)} left`;
  }
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
