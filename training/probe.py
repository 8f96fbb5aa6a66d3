"""Times one training step on the device, eager and compiled, so that a lease can be planned."""

import time

import torch

from training.bert import Bert


def main() -> None:
    torch.set_float32_matmul_precision("high")
    ids = torch.randint(1000, 30000, (1024, 256), device="cuda")
    short = ids[:, :176].contiguous()
    for layers, compiled in ((6, False), (6, True)):
        bert = Bert(layers).cuda()
        model = torch.compile(bert, dynamic=False) if compiled else bert
        started = time.time()
        for step in range(13):
            if step == 3:
                torch.cuda.synchronize()
                print(f"layers {layers} compiled {compiled} first steps {time.time() - started:.1f} s", flush=True)
                started = time.time()
            with torch.autocast("cuda", dtype=torch.bfloat16):
                loss = (model(ids) @ model(short).T).mean()
            loss.backward()
        torch.cuda.synchronize()
        print(f"layers {layers} compiled {compiled}: {(time.time() - started) / 10:.3f} s a step", flush=True)


if __name__ == "__main__":
    main()
