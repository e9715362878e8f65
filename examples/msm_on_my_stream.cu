// SPDX-License-Identifier: Apache-2.0
// A multi-scalar multiplication on a stream of mine, over a curve of mine: P-256 (SP 800-186, section 3.2.1.3).
#include <cuzk/exec/serial.hpp>
#include <cuzk/msm.hpp>
#include <cuzk/msm/device_plan.cuh>
using u256 = cuzk::big_int<4>;
struct fq_parameters {
  static constexpr auto modulus = u256::from_hex("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
  static constexpr std::uint64_t generator = 6;
};
struct fr_parameters {
  static constexpr auto modulus = u256::from_hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
  static constexpr std::uint64_t generator = 7;
};
using fq = cuzk::prime_field<fq_parameters>;
using fr = cuzk::prime_field<fr_parameters>;
struct p256 {
  using base_field = fq;
  using scalar_field = fr;
  static constexpr fq a = -fq(3);
  static constexpr fq b = fq::from_hex("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b");
  static constexpr fq generator_x = fq::from_hex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296");
  static constexpr fq generator_y = fq::from_hex("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5");
};
int main() {
  cudaStream_t stream = nullptr;
  if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess) return 77;  // no device: skipped
  cuzk::memory::device_pool pool;
  cuzk::exec::cuda const where(cuzk::stream_ref(stream), pool);
  std::vector const points(1000, cuzk::affine<p256>::generator());
  std::vector scalars(1000, fr::one());
  for (std::size_t i = 1; i < scalars.size(); ++i) scalars[i] = fr(3) * scalars[i - 1];
  auto const p = where.allocate<cuzk::affine<p256>>(points.size());
  auto const s = where.allocate<fr>(scalars.size());
  CUZK_CUDA_CHECK(cudaMemcpyAsync(p.data(), points.data(), p.size() * sizeof(points[0]), cudaMemcpyDefault, stream));
  CUZK_CUDA_CHECK(cudaMemcpyAsync(s.data(), scalars.data(), s.size() * sizeof(scalars[0]), cudaMemcpyDefault, stream));
  auto const sum = cuzk::msm::device_plan<p256>(points.size()).sum<fr>(where, p.span(), s.span());
  return sum == cuzk::msm::msm(cuzk::exec::serial{}, points, scalars) ? 0 : 1;
}
