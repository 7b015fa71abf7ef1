import type { ComponentChildren } from "preact";
import { whyNot } from "../data/compressors";
import type { PayloadInfo } from "../data/document";
import { BANDWIDTH, CPU_PRICE, EGRESS_PRICE, RATE, ROUND_TRIP } from "../model/quantities";
import { COMPRESSORS, OBJECTIVES } from "../model/scenario";
import { Radios } from "../parts/Radios";
import { choice, select } from "../state/state";
import { QuantityField, Typed } from "./QuantityField";
import "./application.css";

interface Props {
  payload: PayloadInfo;
  /** what is asked about, where it can be chosen here */
  to?: ComponentChildren;
  children?: ComponentChildren;
}

/** What the reader's own application is like: its link, its rate, its prices, and what counts for it. */
export function Application({ payload, to, children }: Props) {
  return (
    <div class="application" role="group" aria-label="Your application">
      {to}
      <QuantityField
        quantity={BANDWIDTH}
        value={choice.bandwidth.value}
        onChange={(bandwidth) => select({ bandwidth })}
      />
      <QuantityField quantity={ROUND_TRIP} value={choice.rtt.value} onChange={(rtt) => select({ rtt })} />
      <QuantityField quantity={RATE} value={choice.rate.value} onChange={(rate) => select({ rate })} />
      <Radios
        legend="Compression"
        options={COMPRESSORS}
        whyNot={(compressor) => whyNot(payload, compressor)}
        chosen={choice.compress.value}
        onChoose={(compress) => select({ compress })}
      />
      <Radios
        legend="What counts"
        options={OBJECTIVES}
        chosen={choice.minimise.value}
        onChoose={(minimise) => select({ minimise })}
      />
      <details class="prices">
        <summary>Prices</summary>
        <p class="price">
          {CPU_PRICE.label}
          <Typed quantity={CPU_PRICE} value={choice.cpuPrice.value} onChange={(cpuPrice) => select({ cpuPrice })} />
        </p>
        <p class="price">
          {EGRESS_PRICE.label}
          <Typed
            quantity={EGRESS_PRICE}
            value={choice.egressPrice.value}
            onChange={(egressPrice) => select({ egressPrice })}
          />
        </p>
      </details>
      {children}
    </div>
  );
}
