/** The only way to make a {@link Network}: name the nodes, connect them, finish. */
import type { Axis, Network } from "./network.ts";

/** Collects links in growing typed arrays and sorts them into channels once, at the end. */
export class NetworkBuilder {
  private readonly a: Int32Array;
  private readonly b: Int32Array;
  private readonly classes: Uint8Array;
  private links = 0;
  private readonly linkClasses: string[] = [];
  private readonly physicalPorts: Int32Array;
  private readonly coordinates: Int32Array;

  /**
   * @param terminals number of terminals, nodes 0 … terminals − 1
   * @param switches number of switches, the nodes after them
   * @param links exactly how many links will be connected
   * @param axes meaning of the coordinates
   */
  constructor(
    private readonly terminals: number,
    private readonly switches: number,
    links: number,
    private readonly axes: readonly Axis[],
  ) {
    this.a = new Int32Array(links);
    this.b = new Int32Array(links);
    this.classes = new Uint8Array(links);
    this.physicalPorts = new Int32Array(switches);
    this.coordinates = new Int32Array((terminals + switches) * axes.length).fill(-1);
  }

  /** The class of that name, made when it is new; at most 256. */
  linkClass(name: string): number {
    const known = this.linkClasses.indexOf(name);
    return known >= 0 ? known : this.linkClasses.push(name) - 1;
  }

  /** Places node `n` at coordinate `value` of axis `axis`. */
  place(n: number, axis: number, value: number): void {
    this.coordinates[n * this.axes.length + axis] = value;
  }

  /** Says how many ports switch `s` (0 … switches − 1) has, plugged or not. */
  ports(s: number, count: number): void {
    this.physicalPorts[s] = count;
  }

  /**
   * Connects nodes `a` and `b` by a link, two channels. The ports of a node are numbered in the order in which its
   * links are connected, so the caller fixes "port p" by that order.
   */
  connect(a: number, b: number, linkClass: number): void {
    this.a[this.links] = a;
    this.b[this.links] = b;
    this.classes[this.links++] = linkClass;
  }

  /** The network. Throws when the number of links is not the number promised. */
  finish(): Network {
    const { a, b, links, terminals, switches } = this;
    if (links !== a.length) throw new Error(`connected ${links} links when ${a.length} were expected`);
    const nodes = terminals + switches;
    const channels = 2 * links;
    const firstOut = new Int32Array(nodes + 1);
    for (let i = 0; i < links; i++) {
      firstOut[a[i] + 1]++;
      firstOut[b[i] + 1]++;
    }
    for (let n = 0; n < nodes; n++) firstOut[n + 1] += firstOut[n];
    const next = firstOut.slice(0, nodes);
    const tail = new Int32Array(channels);
    const head = new Int32Array(channels);
    const reverse = new Int32Array(channels);
    const linkClass = new Uint8Array(channels);
    for (let i = 0; i < links; i++) {
      const forth = next[a[i]]++;
      const back = next[b[i]]++;
      tail[forth] = head[back] = a[i];
      head[forth] = tail[back] = b[i];
      reverse[forth] = back;
      reverse[back] = forth;
      linkClass[forth] = linkClass[back] = this.classes[i];
    }
    return {
      terminals,
      switches,
      firstOut,
      tail,
      head,
      reverse,
      linkClass,
      linkClasses: this.linkClasses,
      group: new Int32Array(channels).fill(-1),
      groupCapacity: new Float64Array(0),
      physicalPorts: this.physicalPorts,
      axes: this.axes,
      regular: true,
      forwards: false,
      coordinates: this.coordinates,
    };
  }
}
