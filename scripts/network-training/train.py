"""Trains one member of the ware network or of the food network.

    python train.py ware|food MEASURED SCENES.jsonl OUT.pt MEMBER STEPS [FROM.pt]

MEMBER is 0, 1 or 2 for a fold, which never sees a third of the dishes, or `all`. With a trained member to go on from, the
rate of learning only falls.
"""

import copy
import sys
import time

import numpy as np
import torch
from torch.nn import functional as F

from scene_data import plain, read_photos, read_scenes, varied
from evidence_net import EvidenceNet

BATCH, WHOLE = 12, 3
REFRESH = 50
RATE, DECAY, AVERAGE = 2e-3, 0.03, 0.99
LEFT_OUT = {"ware": (0.3, 0.35, 0.35), "food": (0.3, 0.3, 0.02)}
"""How often each mask is left out. The last one of the food network is the dish itself."""
GOOD = {"ware": 0.9, "food": 0.8}


def main(subject, measured, scenes_file, out, member, steps, trained=None):
    torch.set_num_threads(1)
    seed = 100 if member == "all" else int(member[-1])
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    fitted = read_photos(measured, "fitted")
    held = [] if member.startswith("all") else [photo for i, photo in enumerate(fitted) if i % 3 == int(member)]
    unseen = {photo.dish for photo in held}
    photos = [photo for photo in fitted if photo.dish not in unseen]
    scenes = without(unseen, read_scenes(measured, scenes_file))
    print(f"{len(photos)} photos and {len(scenes)} scenes, {len(held)} photos held out", flush=True)

    net = EvidenceNet().to(memory_format=torch.channels_last)
    if trained:
        net.load_state_dict(torch.load(trained))
    average = copy.deepcopy(net).eval()
    print(sum(p.numel() for p in net.parameters()), "weights", flush=True)
    large = [p for p in net.parameters() if p.ndim > 1]
    small = [p for p in net.parameters() if p.ndim <= 1]
    optimiser = torch.optim.AdamW([{"params": large, "weight_decay": DECAY}, {"params": small, "weight_decay": 0}], RATE)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE / 2 if trained else RATE, steps, pct_start=0.08)
    started, losses = time.time(), []
    for step in range(1, steps + 1):
        if step % REFRESH == 0:
            # Scenes may still be measured while the training runs.
            scenes = without(unseen, read_scenes(measured, scenes_file))
        batch = [photos[i] for i in rng.integers(len(photos), size=WHOLE)]
        batch += [scenes[i] for i in rng.integers(len(scenes), size=BATCH - WHOLE)]
        planes, maps, target = varied(batch, rng, LEFT_OUT[subject])
        target = F.avg_pool2d(target, 2)
        guess = net(planes.to(memory_format=torch.channels_last), maps.to(memory_format=torch.channels_last))
        loss = loss_of(guess, target)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2)
        optimiser.step()
        schedule.step()
        update(average, net, min(AVERAGE, step / (step + 10)))
        losses.append(loss.item())
        if step % 50 == 0:
            print(f"{step} loss {np.mean(losses[-50:]):.3f} {(time.time() - started) / step:.2f} s a step", flush=True)
        if step % 100 == 0 or step == steps:
            torch.save(average.state_dict(), out)
            if held:
                print(step, "held out:", describe(overlaps(average, held), GOOD[subject]), flush=True)
            print(step, "seen:", describe(overlaps(average, photos), GOOD[subject]), flush=True)


def without(dishes, scenes):
    return [scene for scene in scenes if scene.dish not in dishes and scene.table not in dishes]


def loss_of(guess, target):
    share = torch.sigmoid(guess)
    both = (share * target).sum((1, 2, 3))
    either = (share + target - share * target).sum((1, 2, 3))
    return F.binary_cross_entropy_with_logits(guess, target) + (1 - both / either.clamp(min=1)).mean()


@torch.no_grad()
def update(average, net, keep):
    for mine, theirs in zip(average.state_dict().values(), net.state_dict().values()):
        if mine.dtype.is_floating_point:
            mine.lerp_(theirs, 1 - keep)
        else:
            mine.copy_(theirs)


@torch.no_grad()
def overlaps(net, photos):
    planes, maps, target = plain(photos)
    target = F.avg_pool2d(target, 2)
    guess = (torch.cat([net(planes[i : i + 8], maps[i : i + 8]) for i in range(0, len(photos), 8)]) > 0).float()
    return (torch.minimum(guess, target).sum((1, 2, 3)) / torch.maximum(guess, target).sum((1, 2, 3))).numpy()


def describe(values, good):
    return f"{(values >= good).sum()} of {len(values)}, mean {values.mean():.3f}"


if __name__ == "__main__":
    main(*sys.argv[1:6], int(sys.argv[6]), *sys.argv[7:8])
